import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSequentialList;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;

public class CustomCollections {
    static class Squares extends AbstractList<Integer> {
        final int n;

        Squares(int n) {
            this.n = n;
        }

        @Override
        public Integer get(int i) {
            java.util.Objects.checkIndex(i, n);
            return i * i;
        }

        @Override
        public int size() {
            return n;
        }
    }

    static class Gap extends AbstractList<String> {
        private final List<String> d = new ArrayList<>();

        @Override
        public String get(int i) {
            return d.get(i);
        }

        @Override
        public int size() {
            return d.size();
        }

        @Override
        public void add(int i, String s) {
            modCount++;
            d.add(i, s);
        }

        @Override
        public String remove(int i) {
            modCount++;
            return d.remove(i);
        }

        @Override
        public String set(int i, String s) {
            return d.set(i, s);
        }
    }

    static class Vowels extends AbstractSet<Character> {
        @Override
        public Iterator<Character> iterator() {
            return List.of('a', 'e', 'i', 'o', 'u').iterator();
        }

        @Override
        public int size() {
            return 5;
        }
    }

    static class Identity extends AbstractMap<Integer, String> {
        @Override
        public Set<Map.Entry<Integer, String>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<Integer, String>> iterator() {
                    return List.of(Map.entry(1, "one"), Map.entry(2, "two")).iterator();
                }

                @Override
                public int size() {
                    return 2;
                }
            };
        }
    }

    static class Ring extends AbstractQueue<Integer> {
        final LinkedList<Integer> d = new LinkedList<>();

        @Override
        public boolean offer(Integer i) {
            return d.size() < 3 && d.add(i);
        }

        @Override
        public Integer poll() {
            return d.poll();
        }

        @Override
        public Integer peek() {
            return d.peek();
        }

        @Override
        public Iterator<Integer> iterator() {
            return d.iterator();
        }

        @Override
        public int size() {
            return d.size();
        }
    }

    static class Seq extends AbstractSequentialList<String> {
        final List<String> d = new ArrayList<>(List.of("p", "q", "r"));

        @Override
        public ListIterator<String> listIterator(int i) {
            return d.listIterator(i);
        }

        @Override
        public int size() {
            return d.size();
        }
    }

    static class Bag extends AbstractCollection<Integer> {
        final int[] counts = new int[5];

        @Override
        public boolean add(Integer i) {
            counts[i]++;
            return true;
        }

        @Override
        public Iterator<Integer> iterator() {
            List<Integer> l = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                for (int k = 0; k < counts[i]; k++) {
                    l.add(i);
                }
            }
            return l.iterator();
        }

        @Override
        public int size() {
            return Arrays.stream(counts).sum();
        }
    }

    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage() + " ";
        }
    }

    public static void main(String[] args) {
        List<Integer> sq = new Squares(6);
        System.out.println(sq + " " + sq.indexOf(16) + sq.contains(10) + sq.subList(2, 4) + sq.hashCode() + sq.equals(List.of(0, 1, 4, 9, 16, 25)) + sq.stream().mapToInt(x -> x).sum() + attempt(() -> sq.add(1)) + attempt(() -> sq.get(6)) + attempt(() -> sq.remove(0)) + attempt(() -> sq.iterator().remove()));
        Gap g = new Gap();
        g.add("x");
        g.addAll(List.of("y", "z", "w"));
        g.addAll(1, List.of("m"));
        g.subList(1, 3).clear();
        g.replaceAll(String::toUpperCase);
        System.out.println(g + " " + g.removeIf(s -> s.equals("Z")) + g + attempt(() -> {
            for (String s : g) {
                g.add(s);
            }
        }));
        g.sort(null);
        g.retainAll(List.of("W"));
        System.out.println(g);
        Set<Character> v = new Vowels();
        System.out.println(v + " " + v.contains('e') + v.contains('z') + v.equals(Set.of('a', 'e', 'i', 'o', 'u')) + v.hashCode() + attempt(() -> v.remove('a')) + attempt(() -> v.add('y')) + Arrays.toString(v.toArray(new Character[0])));
        Map<Integer, String> m = new Identity();
        System.out.println(m + " " + m.get(2) + m.get(3) + m.containsKey(1) + m.containsValue("two") + m.keySet() + m.values() + m.hashCode() + m.equals(Map.of(1, "one", 2, "two")) + attempt(() -> m.put(1, "x")) + m.getOrDefault(9, "d"));
        Ring r = new Ring();
        System.out.println(r.add(1) + "" + r.add(2) + r.offer(3) + r.offer(4) + attempt(() -> r.add(5)) + r.element() + r.remove() + r + attempt(() -> r.addAll(r)));
        r.clear();
        System.out.println(attempt(r::remove) + attempt(r::element) + r.isEmpty());
        List<String> s = new Seq();
        s.add(1, "new");
        s.set(0, "P");
        s.remove(2);
        System.out.println(s + s.get(1) + s.indexOf("r") + attempt(() -> s.get(10)));
        Collection<Integer> b = new Bag();
        b.addAll(List.of(4, 1, 4, 0, 4));
        System.out.println(b + " " + b.size() + b.contains(1) + b.containsAll(List.of(0, 4)) + Arrays.toString(b.toArray()) + b.stream().distinct().count());
    }
}
