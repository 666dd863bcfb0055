import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

public class JucArrayBlocking {
    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(3);
        System.out.println(q.remainingCapacity() + " " + q.offer(1) + q.offer(2) + q.offer(3) + q.offer(4) + " " + q + " "
                + q.remainingCapacity());
        bad("add full", () -> q.add(5));
        System.out.println(q.offer(6, 3, TimeUnit.MILLISECONDS) + " " + q.peek() + " " + q.poll() + " " + q.take() + " " + q.remove()
                + " " + q.poll() + " " + q.poll(3, TimeUnit.MILLISECONDS));
        bad("remove empty", q::remove);
        bad("element empty", q::element);
        bad("null", () -> q.offer(null));
        bad("capacity 0", () -> new ArrayBlockingQueue<>(0));
        bad("collection too big", () -> new ArrayBlockingQueue<>(1, false, List.of(1, 2)));
        bad("drain to self", () -> q.drainTo(q));

        // wrap around, then iterate, remove inside, drain
        for (int i = 0; i < 3; i++) {
            q.put(i);
        }
        q.take();
        q.put(3);
        System.out.println(q + " " + q.contains(3) + " " + q.remove(2) + " " + q);
        q.put(9);
        Iterator<Integer> it = q.iterator();
        StringBuilder sb = new StringBuilder();
        while (it.hasNext()) {
            int v = it.next();
            sb.append(v).append(' ');
            if (v == 3) {
                it.remove();
            }
        }
        System.out.println(sb + "-> " + q);
        List<Integer> drained = new ArrayList<>();
        System.out.println(q.drainTo(drained, 1) + " " + drained + " " + q + " " + q.drainTo(drained) + " " + drained + " "
                + q.drainTo(drained, 0));

        // an iterator survives total turnover
        q.put(1);
        q.put(2);
        Iterator<Integer> old = q.iterator();
        q.clear();
        q.put(7);
        q.put(8);
        q.put(9);
        System.out.println("first still " + old.next());

        // producers and consumers through capacity one
        for (boolean fair : new boolean[] {false, true}) {
            ArrayBlockingQueue<Integer> one = new ArrayBlockingQueue<>(1, fair);
            long[] sum = new long[2];
            Thread[] ts = new Thread[4];
            for (int i = 0; i < 2; i++) {
                final int k = i;
                ts[i] = new Thread(() -> {
                    try {
                        for (int j = 0; j < 40; j++) {
                            one.put(j * 2 + k);
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                ts[i + 2] = new Thread(() -> {
                    try {
                        for (int j = 0; j < 40; j++) {
                            sum[k] += one.take();
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
            }
            for (Thread t : ts) {
                t.start();
            }
            for (Thread t : ts) {
                t.join();
            }
            System.out.println("sum " + (sum[0] + sum[1]) + " " + one.isEmpty());
        }

        // interrupted put, take, timed offer and poll
        ArrayBlockingQueue<Integer> full = new ArrayBlockingQueue<>(1);
        full.put(0);
        String[] res = new String[4];
        Thread[] us = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            us[i] = new Thread(() -> {
                try {
                    switch (k) {
                        case 0:
                            full.put(1);
                            break;
                        case 1:
                            full.offer(1, 1, TimeUnit.HOURS);
                            break;
                        case 2:
                            q.clear();
                            new ArrayBlockingQueue<Integer>(1).take();
                            break;
                        default:
                            new ArrayBlockingQueue<Integer>(1).poll(1, TimeUnit.HOURS);
                    }
                    res[k] = "done";
                } catch (InterruptedException e) {
                    res[k] = "interrupted" + k;
                }
            });
            us[i].start();
            us[i].interrupt();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(String.join(" ", res) + " " + full + " " + q);
        System.out.println(q.offer(1) + " " + q.removeIf(x -> x == 1) + " " + q.size());
    }
}
