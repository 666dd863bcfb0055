// jdk: 21+
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;

public class SequencedCollections {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return r.get() + " ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " ";
        }
    }

    static void coll(SequencedCollection<Integer> c) {
        StringBuilder sb = new StringBuilder(c.getClass().getSimpleName());
        sb.append(' ').append(c).append(attempt(c::getFirst)).append(attempt(c::getLast)).append(c.reversed());
        sb.append(attempt(() -> { c.addFirst(100); return c; })).append(attempt(() -> { c.addLast(200); return c; }));
        sb.append(attempt(c::removeFirst)).append(attempt(c::removeLast)).append(c);
        SequencedCollection<Integer> r = c.reversed();
        sb.append(attempt(() -> r.add(-5))).append(c).append(r).append(attempt(r::getFirst)).append(r.contains(3)).append(r.size());
        sb.append(attempt(() -> r.removeIf(x -> x % 2 == 0))).append(c).append(r.reversed().equals(c));
        System.out.println(sb);
    }

    public static void main(String[] args) {
        List<Integer> src = List.of(1, 2, 3, 4);
        coll(new ArrayList<>(src));
        coll(new LinkedList<>(src));
        coll(new ArrayDeque<>(src));
        coll(new LinkedHashSet<>(src));
        coll(new TreeSet<>(src));
        coll(src);
        coll(Collections.unmodifiableList(new ArrayList<>(src)));
        System.out.println(attempt(() -> new ArrayList<>().getFirst()) + attempt(() -> new ArrayDeque<>().removeLast()) + attempt(() -> List.of().getLast()) + attempt(() -> new LinkedHashSet<>().getFirst()));
        SequencedMap<String, Integer> m = new LinkedHashMap<>();
        m.put("a", 1);
        m.put("b", 2);
        m.putFirst("z", 26);
        m.putLast("a", 11);
        System.out.println(m + " " + m.firstEntry() + m.lastEntry() + m.reversed() + m.sequencedKeySet().reversed() + m.sequencedValues().reversed() + m.sequencedEntrySet().getFirst());
        SequencedMap<String, Integer> rev = m.reversed();
        rev.put("new", 0);
        System.out.println(m + " " + rev + rev.pollFirstEntry() + m.pollFirstEntry() + m + rev.firstEntry());
        rev.putFirst("last", 9);
        System.out.println(m + " " + rev.keySet() + rev.get("b") + attempt(() -> rev.firstEntry().setValue(5)));
        SequencedMap<Integer, String> t = new TreeMap<>(java.util.Map.of(2, "two", 1, "one", 3, "three"));
        System.out.println(t.reversed() + "" + t.firstEntry() + attempt(() -> t.putFirst(0, "zero")) + t.reversed().sequencedKeySet() + t.reversed().pollFirstEntry() + t);
        SequencedSet<String> s = new LinkedHashSet<>(List.of("x", "y", "z"));
        s.addFirst("z");
        s.addLast("x");
        System.out.println(s + "" + s.reversed() + s.reversed().reversed().getFirst());
        List<Integer> l = new ArrayList<>(src);
        List<Integer> lr = l.reversed();
        lr.add(1, 77);
        lr.set(0, 44);
        lr.remove((Integer) 2);
        System.out.println(l + "" + lr + lr.get(2) + lr.indexOf(1) + lr.subList(0, 2) + lr.stream().toList() + lr.equals(List.of(44, 77, 3, 1)));
        lr.sort(null);
        System.out.println(l);
        Deque<Integer> d = new ArrayDeque<>(src).reversed();
        d.push(9);
        System.out.println(d + "" + d.pollLast() + d.peekFirst() + d.reversed());
        var it = lr.listIterator(1);
        it.next();
        it.remove();
        it.add(500);
        System.out.println(lr + "" + l);
        System.out.println(new StringBuilder("x").repeat("ab", 3).repeat('c', 2) + " " + "a-b".splitWithDelimiters("-", 0).length + "hello".indexOf('l', 0, 3) + Math.clamp(15L, 0, 10) + Character.isEmoji(0x1F600));
    }
}
