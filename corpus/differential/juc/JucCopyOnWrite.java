import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

public class JucCopyOnWrite {
    static void par(int n, java.util.function.IntConsumer c) throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> c.accept(k));
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<String> l = new CopyOnWriteArrayList<>(List.of("a", "b", "c"));
        Iterator<String> snap = l.iterator();
        l.add("d");
        l.add(0, "z");
        l.remove("b");
        l.set(1, "A");
        StringBuilder sb = new StringBuilder();
        snap.forEachRemaining(sb::append);
        System.out.println(sb + " " + l);
        bad("iterator remove", () -> {
            Iterator<String> i = l.iterator();
            i.next();
            i.remove();
        });
        ListIterator<String> li = l.listIterator(2);
        System.out.println(li.previous() + li.nextIndex() + li.hasPrevious() + li.next());
        bad("listIterator set", () -> li.set("q"));
        bad("listIterator add", () -> li.add("q"));
        bad("get", () -> l.get(99));
        bad("add index", () -> l.add(-1, "x"));
        System.out.println(l.addIfAbsent("A") + " " + l.addIfAbsent("n") + " " + l.addAllAbsent(List.of("n", "m", "m")) + " " + l);
        System.out.println(l.indexOf("m") + " " + l.lastIndexOf("m") + " " + l.indexOf("A", 2) + " " + l.contains(null));
        l.add(null);
        System.out.println(l.contains(null) + " " + l.remove(null) + " " + l.removeIf(s -> s.compareTo("a") < 0) + " " + l);
        l.replaceAll(s -> s + s);
        l.sort(Collections.reverseOrder());
        System.out.println(l + " " + l.equals(List.copyOf(l)) + " " + (l.hashCode() == new ArrayList<>(l).hashCode()));

        // changing while iterating is fine
        for (String s : l) {
            l.add(s.substring(1));
        }
        System.out.println(l);

        // sublists do notice
        List<String> sub = l.subList(1, 3);
        System.out.println(sub);
        sub.set(0, "SUB");
        System.out.println(l.get(1));
        l.add("change");
        try {
            sub.size();
            System.out.println("no exception");
        } catch (ConcurrentModificationException e) {
            System.out.println("CME");
        }

        CopyOnWriteArrayList<Integer> n = new CopyOnWriteArrayList<>();
        int[] inconsistent = new int[1];
        par(5, k -> {
            for (int i = 0; i < 30; i++) {
                if (k < 3) {
                    n.add(k * 100 + i);
                } else {
                    Object[] a = n.toArray();
                    int cnt = 0;
                    for (Integer ignored : n) {
                        cnt++;
                    }
                    if (cnt < a.length) {
                        inconsistent[0]++;
                    }
                }
            }
        });
        Integer[] all = n.toArray(new Integer[0]);
        Arrays.sort(all);
        System.out.println(all.length + " " + all[0] + " " + all[89] + " shrunk " + inconsistent[0]);
        int[] added = new int[4];
        CopyOnWriteArrayList<Integer> uniq = new CopyOnWriteArrayList<>();
        par(4, k -> {
            for (int i = 0; i < 20; i++) {
                if (uniq.addIfAbsent(i)) {
                    added[k]++;
                }
            }
        });
        System.out.println(uniq.size() + " " + (added[0] + added[1] + added[2] + added[3]));

        CopyOnWriteArraySet<String> s = new CopyOnWriteArraySet<>(List.of("q", "p", "q"));
        System.out.println(s + " " + s.add("p") + " " + s.add("o") + " " + s + " " + s.remove("q") + " " + s.contains("q"));
        for (String x : s) {
            s.add(x + "'");
        }
        System.out.println(s + " " + s.equals(new TreeSet<>(s)) + " " + s.containsAll(List.of("o", "p'")));
        CopyOnWriteArraySet<Integer> cs = new CopyOnWriteArraySet<>();
        par(4, k -> {
            for (int i = 0; i < 15; i++) {
                cs.add(i);
                cs.remove(i - 5 - k * 100);
            }
        });
        System.out.println(cs.size() <= 15 && cs.containsAll(List.of(10, 11, 12, 13, 14)));
        System.out.println(s.removeAll(List.of("o", "p")) + " " + s + " " + s.retainAll(List.of("p'")) + " " + s);
    }
}
