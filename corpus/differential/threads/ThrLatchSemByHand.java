import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ThrLatchSemByHand {
    static class Latch {
        private int n;

        Latch(int n) {
            this.n = n;
        }

        synchronized void down() {
            if (n > 0 && --n == 0) {
                notifyAll();
            }
        }

        synchronized boolean await(long ms) throws InterruptedException {
            long end = System.nanoTime() + ms * 1_000_000;
            while (n > 0) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            return true;
        }
    }

    static class Sem {
        private int permits;
        int lowest;

        Sem(int p) {
            permits = p;
            lowest = p;
        }

        synchronized void acquire(int n) throws InterruptedException {
            while (permits < n) {
                wait();
            }
            permits -= n;
            lowest = Math.min(lowest, permits);
        }

        synchronized void release(int n) {
            permits += n;
            notifyAll();
        }
    }

    // fair ticket lock
    static class Ticket {
        private int next;
        private int serving;

        synchronized int draw() {
            return next++;
        }

        synchronized void enter(int t) throws InterruptedException {
            while (serving != t) {
                wait();
            }
        }

        synchronized void leave() {
            serving++;
            notifyAll();
        }
    }

    public static void main(String[] args) throws Exception {
        Latch l = new Latch(3);
        System.out.println(l.await(2));
        for (int i = 0; i < 3; i++) {
            new Thread(l::down).start();
        }
        System.out.println(l.await(600_000));
        l.down();
        System.out.println(l.await(0));

        Sem s = new Sem(3);
        int[] inside = new int[2];
        Thread[] ts = new Thread[8];
        for (int i = 0; i < ts.length; i++) {
            final int need = i % 3 + 1;
            ts[i] = new Thread(() -> {
                try {
                    for (int j = 0; j < 5; j++) {
                        s.acquire(need);
                        synchronized (inside) {
                            inside[0] += need;
                            inside[1] = Math.max(inside[1], inside[0]);
                        }
                        Thread.yield();
                        synchronized (inside) {
                            inside[0] -= need;
                        }
                        s.release(need);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("inside " + inside[0] + " max ok " + (inside[1] <= 3) + " lowest " + s.lowest
                + " permits " + s.permits);

        // tickets drawn by main decide the order
        Ticket tk = new Ticket();
        List<Integer> order = new ArrayList<>();
        Thread[] us = new Thread[6];
        for (int i = 0; i < 6; i++) {
            final int t = tk.draw();
            us[5 - i] = new Thread(() -> {
                try {
                    tk.enter(t);
                    order.add(t);
                    tk.leave();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (Thread t : us) {
            t.start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(order);

        // rendezvous: pairs swap values
        Object[] slot = new Object[1];
        List<String> pairs = Collections.synchronizedList(new ArrayList<>());
        Thread[] vs = new Thread[2];
        Object[] partner = new Object[2];
        for (int i = 0; i < 2; i++) {
            final String mine = "v" + i;
            final int k = i;
            vs[i] = new Thread(() -> {
                synchronized (slot) {
                    if (slot[0] == null) {
                        slot[0] = mine;
                        while (slot[0] == mine) {
                            try {
                                slot.wait();
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                        partner[k] = slot[0];
                    } else {
                        partner[k] = slot[0];
                        slot[0] = mine;
                        slot.notify();
                    }
                    pairs.add(mine + "<->" + partner[k]);
                }
            });
            vs[i].start();
        }
        vs[0].join();
        vs[1].join();
        Collections.sort(pairs);
        System.out.println(pairs);
    }
}
