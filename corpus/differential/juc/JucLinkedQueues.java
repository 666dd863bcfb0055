import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

public class JucLinkedQueues {
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
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        System.out.println(q.poll() + " " + q.peek() + " " + q.isEmpty() + " " + q.size());
        bad("remove", q::remove);
        bad("element", q::element);
        bad("offer null", () -> q.offer(null));
        bad("addAll self", () -> q.addAll(q));
        q.addAll(Arrays.asList(1, 2, 3, 2, 4));
        System.out.println(q + " " + q.remove((Object) 2) + " " + q + " " + q.contains(2) + " " + q.contains(9) + " " + q.peek());
        System.out.println(q.removeIf(x -> x > 3) + " " + q + " " + Arrays.toString(q.toArray(new Integer[0])));
        Iterator<Integer> it = q.iterator();
        q.add(10);
        StringBuilder sb = new StringBuilder();
        while (it.hasNext()) {
            int v = it.next();
            sb.append(v).append(' ');
            if (v == 1) {
                it.remove();
            }
        }
        System.out.println(sb + "-> " + q);
        bad("exhausted", it::next);
        q.clear();

        par(4, k -> {
            for (int i = 0; i < 50; i++) {
                q.add(k * 50 + i);
            }
        });
        System.out.println(q.size());
        // the order of one producer is kept
        int[] last = {-1, -1, -1, -1};
        boolean ordered = true;
        for (int v : q) {
            ordered &= v > last[v / 50];
            last[v / 50] = v;
        }
        System.out.println("ordered " + ordered);
        List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
        par(4, k -> {
            Integer v;
            while ((v = q.poll()) != null) {
                taken.add(v);
            }
        });
        Collections.sort(taken);
        System.out.println(taken.size() + " " + taken.get(0) + " " + taken.get(199) + " distinct " + taken.stream().distinct().count());

        ConcurrentLinkedDeque<String> d = new ConcurrentLinkedDeque<>();
        d.addFirst("b");
        d.addLast("c");
        d.push("a");
        d.offer("d");
        System.out.println(d + " " + d.peekFirst() + d.peekLast() + d.getFirst() + d.getLast());
        System.out.println(d.pollFirst() + d.pollLast() + d.pop() + " " + d + " " + d.removeLast() + " " + d.pollLast());
        bad("pop", d::pop);
        bad("getFirst", d::getFirst);
        bad("null", () -> d.addFirst(null));
        d.addAll(List.of("x", "y", "x", "z", "x"));
        System.out.println(d.removeFirstOccurrence("x") + " " + d + " " + d.removeLastOccurrence("x") + " " + d + " "
                + d.removeLastOccurrence("q"));
        Iterator<String> di = d.descendingIterator();
        sb.setLength(0);
        while (di.hasNext()) {
            String v = di.next();
            sb.append(v);
            if (v.equals("x")) {
                di.remove();
            }
        }
        System.out.println(sb + " " + d);

        ConcurrentLinkedDeque<Integer> ends = new ConcurrentLinkedDeque<>();
        par(4, k -> {
            for (int i = 1; i <= 40; i++) {
                if (k % 2 == 0) {
                    ends.addFirst(-i);
                } else {
                    ends.addLast(i);
                }
            }
        });
        int[] sums = new int[2];
        par(2, k -> {
            for (int i = 0; i < 80; i++) {
                sums[k] += k == 0 ? ends.pollFirst() : ends.pollLast();
            }
        });
        System.out.println(sums[0] + " " + sums[1] + " " + ends.isEmpty());
        System.out.println(new ConcurrentLinkedDeque<>(List.of(1, 2)).equals(new ConcurrentLinkedDeque<>(List.of(1, 2))));
        System.out.println(q.stream().count() + " " + q.spliterator().getExactSizeIfKnown());
    }
}
