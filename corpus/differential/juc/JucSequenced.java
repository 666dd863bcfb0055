// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;

public class JucSequenced {
    static void ends(SequencedCollection<Integer> c) {
        String name = c.getClass().getSimpleName();
        System.out.println(name + " " + c.getFirst() + " " + c.getLast() + " " + c.reversed() + " " + c.reversed().reversed());
        try {
            c.addFirst(0);
            c.addLast(99);
            System.out.println(name + " " + c);
        } catch (UnsupportedOperationException e) {
            System.out.println(name + " addFirst UOE");
        } catch (IllegalStateException e) {
            System.out.println(name + " " + e.getMessage());
        }
        System.out.println(name + " " + c.removeFirst() + " " + c.removeLast() + " " + c);
        List<Integer> l = new ArrayList<>();
        for (Integer x : c.reversed()) {
            l.add(x * 2);
        }
        System.out.println(l + " " + c.reversed().stream().map(String::valueOf).reduce("", String::concat));
        c.clear();
        try {
            c.getFirst();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(name + " NSEE");
        }
    }

    public static void main(String[] args) throws Exception {
        List<Integer> src = List.of(1, 2, 3, 4);
        ends(new CopyOnWriteArrayList<>(src));
        ends(new ConcurrentSkipListSet<>(src));
        ends(new ConcurrentLinkedDeque<>(src));
        ends(new LinkedBlockingDeque<>(src));
        SequencedMap<Integer, String> m = new ConcurrentSkipListMap<>();
        for (int i : src) {
            m.put(i, "v" + i);
        }
        System.out.println(m.firstEntry() + " " + m.lastEntry() + " " + m.reversed() + " " + m.sequencedKeySet().reversed() + " "
                + m.sequencedValues().getLast() + " " + m.sequencedEntrySet().getFirst());
        try {
            m.putFirst(0, "x");
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        System.out.println(m.pollFirstEntry() + " " + m.pollLastEntry() + " " + m);

        // from several threads, each at its own end
        ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
        SequencedCollection<Integer> rev = d.reversed();
        Thread a = new Thread(() -> {
            for (int i = 1; i <= 20; i++) {
                d.addLast(i);
            }
        });
        Thread b = new Thread(() -> {
            for (int i = 1; i <= 20; i++) {
                rev.addLast(-i);
            }
        });
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(d);
        System.out.println(rev.getFirst() + " " + rev.getLast() + " " + rev.size());
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>();
        List<Integer> cowRev = cow.reversed();
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    cow.add(1);
                    cowRev.add(2);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(cow.size() + " " + cow.getFirst() + " " + cow.getLast() + " " + cow.stream().mapToInt(x -> x).sum());
        System.out.println(java.util.Collections.unmodifiableSequencedCollection(cow).size());
    }
}
