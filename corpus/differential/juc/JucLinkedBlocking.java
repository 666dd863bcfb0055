import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class JucLinkedBlocking {
    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

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
        LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>(2);
        System.out.println(q.offer("a") + " " + q.offer("b") + " " + q.offer("c") + " " + q.offer("c", 2, TimeUnit.MILLISECONDS)
                + " " + q.remainingCapacity() + " " + q);
        bad("add", () -> q.add("x"));
        System.out.println(q.take() + q.poll(1, TimeUnit.SECONDS) + q.poll() + q.poll(2, TimeUnit.MILLISECONDS));
        System.out.println(new LinkedBlockingQueue<>().remainingCapacity() == Integer.MAX_VALUE);
        bad("zero", () -> new LinkedBlockingQueue<>(0));
        bad("null", () -> q.offer(null));
        LinkedBlockingQueue<Integer> big = new LinkedBlockingQueue<>(List.of(5, 6, 7, 8));
        List<Integer> out = new ArrayList<>();
        System.out.println(big.drainTo(out, 3) + " " + out + " " + big + " " + big.remove(8) + " " + big.remove(8));

        // poison pill per consumer
        LinkedBlockingQueue<Integer> work = new LinkedBlockingQueue<>();
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        Thread[] cs = new Thread[3];
        for (int i = 0; i < 3; i++) {
            cs[i] = go(() -> {
                int v;
                while ((v = work.take()) >= 0) {
                    done.add(v * v);
                }
            });
        }
        for (int i = 0; i < 30; i++) {
            work.put(i);
        }
        for (int i = 0; i < 3; i++) {
            work.put(-1);
        }
        for (Thread c : cs) {
            c.join();
        }
        Collections.sort(done);
        System.out.println(done.size() + " " + done.get(29) + " " + work.size());

        // blocked put freed by take
        q.put("1");
        q.put("2");
        Thread p = go(() -> q.put("3"));
        while (p.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        System.out.println(q + " " + q.take());
        p.join();
        System.out.println(q + " remaining " + q.remainingCapacity());

        LinkedBlockingDeque<Integer> d = new LinkedBlockingDeque<>(4);
        d.putFirst(2);
        d.putLast(3);
        d.addFirst(1);
        System.out.println(d.offerLast(4) + " " + d.offerFirst(0) + " " + d.offerFirst(0, 2, TimeUnit.MILLISECONDS) + " " + d);
        bad("addFirst", () -> d.addFirst(0));
        bad("push", () -> d.push(0));
        System.out.println(d.takeFirst() + " " + d.takeLast() + " " + d.peekFirst() + " " + d.peekLast() + " " + d.pollLast() + " "
                + d.pollFirst(1, TimeUnit.MILLISECONDS) + " " + d.pollFirst(1, TimeUnit.MILLISECONDS) + " " + d.pollLast());
        bad("removeFirst", d::removeFirst);
        bad("getLast", d::getLast);
        d.addAll(List.of(1, 2, 1, 3));
        System.out.println(d.removeLastOccurrence(1) + " " + d + " " + d.removeFirstOccurrence(9) + " " + d.contains(3));
        StringBuilder sb = new StringBuilder();
        d.descendingIterator().forEachRemaining(sb::append);
        System.out.println(sb + " " + d.remainingCapacity());
        d.clear();

        // work stealing by hand: owner at one end, thief at the other
        int[] sums = new int[2];
        for (int i = 1; i <= 4; i++) {
            d.add(i);
        }
        Thread owner = go(() -> {
            Integer v;
            while ((v = d.pollLast()) != null) {
                sums[0] += v;
            }
        });
        Thread thief = go(() -> {
            Integer v;
            while ((v = d.pollFirst()) != null) {
                sums[1] += v;
            }
        });
        owner.join();
        thief.join();
        System.out.println("total " + (sums[0] + sums[1]));
        // producers at both ends of a small deque, one consumer
        Thread a = go(() -> {
            for (int i = 0; i < 20; i++) {
                d.putFirst(1);
            }
        });
        Thread b = go(() -> {
            for (int i = 0; i < 20; i++) {
                d.putLast(100);
            }
        });
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += i % 2 == 0 ? d.takeFirst() : d.takeLast();
        }
        a.join();
        b.join();
        System.out.println(sum + " " + d);
    }
}
