import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class JucSyncTransfer {
    interface Body {
        void run() throws InterruptedException;
    }

    static Thread go(Body b) {
        Thread t = new Thread(() -> {
            try {
                b.run();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            SynchronousQueue<Integer> q = new SynchronousQueue<>(fair);
            System.out.println(q.offer(1) + " " + q.poll() + " " + q.peek() + " " + q.size() + " " + q.isEmpty() + " "
                    + q.remainingCapacity() + " " + q.contains(1) + " " + q.iterator().hasNext() + " " + q + " " + q.remove(1)
                    + " " + q.toArray().length);
            System.out.println(q.offer(1, 2, TimeUnit.MILLISECONDS) + " " + q.poll(2, TimeUnit.MILLISECONDS));
            try {
                q.add(1);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            try {
                q.put(null);
            } catch (NullPointerException e) {
                System.out.println("NPE");
            }
            // rendezvous in order with one producer
            Thread p = go(() -> {
                for (int i = 0; i < 10; i++) {
                    q.put(i);
                }
            });
            StringBuilder sb = new StringBuilder();
            for (int i = 0; i < 10; i++) {
                sb.append(q.take()).append(' ');
            }
            p.join();
            System.out.println(sb.toString().trim());

            List<Integer> got = Collections.synchronizedList(new ArrayList<>());
            Thread[] ts = new Thread[6];
            for (int i = 0; i < 3; i++) {
                final int k = i;
                ts[i] = go(() -> {
                    for (int j = 0; j < 10; j++) {
                        q.put(k * 10 + j);
                    }
                });
                ts[i + 3] = go(() -> {
                    for (int j = 0; j < 10; j++) {
                        got.add(q.take());
                    }
                });
            }
            for (Thread t : ts) {
                t.join();
            }
            Collections.sort(got);
            System.out.println(got.size() + " " + got.get(0) + " " + got.get(29) + " " + got.stream().distinct().count());
            // a waiting producer is seen by poll and drainTo
            Thread w = go(() -> q.put(77));
            Integer v;
            while ((v = q.poll()) == null) {
                Thread.yield();
            }
            w.join();
            System.out.println(v);
            Thread i = go(() -> q.take());
            i.interrupt();
            i.join();
        }

        LinkedTransferQueue<String> t = new LinkedTransferQueue<>();
        System.out.println(t.tryTransfer("x") + " " + t.isEmpty() + " " + t.tryTransfer("x", 2, TimeUnit.MILLISECONDS) + " " + t.size());
        t.put("a");
        t.offer("b");
        t.add("c");
        System.out.println(t + " " + t.poll() + " " + t.peek() + " " + t.hasWaitingConsumer() + " " + t.getWaitingConsumerCount()
                + " " + (t.remainingCapacity() == Integer.MAX_VALUE));
        System.out.println(t.remove("b") + " " + t.take() + " " + t.poll(1, TimeUnit.MILLISECONDS));
        String[] r = new String[1];
        Thread c = go(() -> r[0] = t.take());
        while (!t.hasWaitingConsumer()) {
            Thread.yield();
        }
        System.out.println("consumers " + t.getWaitingConsumerCount() + " " + t.tryTransfer("direct"));
        c.join();
        System.out.println(r[0]);

        // transfer waits until taken
        StringBuffer order = new StringBuffer();
        Thread p = go(() -> {
            t.transfer("handed");
            order.append("transferred");
        });
        while (t.isEmpty()) {
            Thread.yield();
        }
        order.append("before ");
        System.out.println(t.peek() + " producer alive " + p.isAlive());
        System.out.println(t.take());
        p.join();
        System.out.println(order);
        // an element put before is taken first even with a transfer behind
        t.put("1");
        Thread p2 = go(() -> t.transfer("2"));
        while (t.size() < 2) {
            Thread.yield();
        }
        List<String> all = new ArrayList<>();
        System.out.println(t.drainTo(all) + " " + all);
        p2.join();
        Thread p3 = go(() -> t.transfer("gone"));
        while (t.isEmpty()) {
            Thread.yield();
        }
        p3.interrupt();
        p3.join();
        System.out.println(t + " " + t.poll());
    }
}
