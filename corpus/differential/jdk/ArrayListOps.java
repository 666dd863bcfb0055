import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;

public class ArrayListOps {
    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage();
        }
    }

    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            l.add(i / 2, i);
        }
        System.out.println(l + " " + l.size() + " " + l.indexOf(7) + " " + l.lastIndexOf(99) + " " + l.contains(3) + " " + l.hashCode());
        l.remove(0);
        l.remove((Integer) 19);
        l.removeIf(x -> x % 3 == 0);
        l.replaceAll(x -> x * 10);
        System.out.println(l + " " + l.set(2, -1) + " " + l.get(2));
        l.addAll(1, List.of(7, 7, 7));
        l.removeAll(List.of(7));
        l.retainAll(List.of(10, 20, 40, 50, -1, 140, 160));
        System.out.println(l);
        List<Integer> sub = l.subList(1, 3);
        sub.set(0, 555);
        sub.add(666);
        System.out.println(sub + " " + l + " " + sub.size() + sub.indexOf(666) + sub.subList(1, 2));
        sub.clear();
        System.out.println(l + " " + sub.isEmpty());
        List<Integer> stale = l.subList(0, 1);
        l.add(1);
        System.out.println(attempt(() -> stale.get(0)) + " " + attempt(() -> l.subList(2, 1)) + " " + attempt(() -> l.subList(0, 99)) + " " + attempt(() -> l.get(50)) + " " + attempt(() -> l.set(-1, 0)) + " " + attempt(() -> l.remove(40)) + " " + attempt(() -> l.add(77, 1)) + " " + attempt(() -> new ArrayList<>(-1)));
        System.out.println(attempt(() -> {
            for (Integer x : l) {
                l.add(x);
            }
        }) + " " + attempt(() -> {
            for (Integer x : l) {
                if (x.equals(l.get(l.size() - 2))) {
                    l.remove(x);
                }
            }
        }) + " " + l);
        System.out.println(attempt(() -> l.forEach(x -> l.add(0))) + " " + attempt(() -> l.removeIf(x -> l.add(5))));
        Iterator<Integer> it = l.iterator();
        System.out.println(attempt(it::remove));
        int n = 0;
        while (it.hasNext()) {
            it.next();
            if (n++ % 2 == 0) {
                it.remove();
            }
        }
        System.out.println(l + " " + attempt(() -> new ArrayList<>().iterator().next()) + attempt(it::remove) + attempt(it::remove));
        ListIterator<Integer> li = l.listIterator();
        StringBuilder sb = new StringBuilder();
        while (li.hasNext()) {
            sb.append(li.nextIndex()).append('=').append(li.next()).append(' ');
            li.set(100 + li.previousIndex());
            li.add(-li.nextIndex());
        }
        while (li.hasPrevious()) {
            sb.append(li.previous()).append(' ');
        }
        System.out.println(sb + " " + l);
        System.out.println(Arrays.toString(l.toArray()) + Arrays.toString(l.toArray(new Integer[0])) + Arrays.toString(l.toArray(new Number[l.size() + 2])) + l.toArray(Integer[]::new).length);
        ArrayList<String> a = new ArrayList<>(Arrays.asList("b", null, "a", null));
        System.out.println(a.indexOf(null) + " " + a.lastIndexOf(null) + " " + a.remove(null) + a + a.contains(null) + a.equals(Arrays.asList("b", "a", null)) + a.hashCode());
        @SuppressWarnings("unchecked")
        ArrayList<String> c = (ArrayList<String>) a.clone();
        c.add("z");
        c.trimToSize();
        c.ensureCapacity(50);
        c.sort(java.util.Comparator.nullsFirst(Collections.reverseOrder()));
        System.out.println(a + "" + c);
        System.out.println(attempt(() -> Collections.sort(a)));
        List<List<String>> nested = new ArrayList<>();
        nested.add(new ArrayList<>(List.of("x")));
        nested.add(nested.get(0));
        nested.get(1).add("y");
        System.out.println(nested + " " + nested.contains(List.of("x", "y")));
        List<Object> self = new ArrayList<>();
        self.add(self);
        System.out.println(self);
        List<Integer> cme = new ArrayList<>(List.of(1, 2, 3));
        Iterator<Integer> i2 = cme.iterator();
        i2.next();
        cme.remove(0);
        try {
            i2.next();
        } catch (ConcurrentModificationException e) {
            System.out.println("cme " + e.getMessage());
        }
        try {
            cme.listIterator(2).next();
        } catch (NoSuchElementException e) {
            System.out.println("nse");
        }
    }
}
