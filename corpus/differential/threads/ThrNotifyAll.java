import java.util.Arrays;

public class ThrNotifyAll {
    static final Object gate = new Object();
    static boolean open;
    static int waiting;
    static int through;

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[8];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                synchronized (gate) {
                    waiting++;
                    gate.notifyAll();
                    while (!open) {
                        try {
                            gate.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    through++;
                }
            });
            ts[i].start();
        }
        synchronized (gate) {
            while (waiting < ts.length) {
                gate.wait();
            }
            // all of them sit in wait now, since this thread has the monitor
            int w = 0;
            for (Thread t : ts) {
                if (t.getState() == Thread.State.WAITING || t.getState() == Thread.State.BLOCKED) {
                    w++;
                }
            }
            System.out.println("waiting " + waiting + " not running " + w + " through " + through);
            open = true;
            gate.notifyAll();
            System.out.println("through before release " + through);
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("through " + through);

        // notify one at a time: each permit lets exactly one go
        Counter c = new Counter();
        Thread[] us = new Thread[6];
        for (int i = 0; i < us.length; i++) {
            us[i] = new Thread(c::take);
            us[i].start();
        }
        for (int i = 1; i <= us.length; i++) {
            c.give();
            c.awaitTaken(i);
            System.out.print(c.taken() + " ");
        }
        System.out.println();
        for (Thread t : us) {
            t.join();
        }

        // waiters with different conditions on one monitor need notifyAll
        int[] order = new int[5];
        int[] next = {4};
        Thread[] vs = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int k = i;
            vs[i] = new Thread(() -> {
                synchronized (next) {
                    while (next[0] != k) {
                        try {
                            next.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    order[4 - k] = k;
                    next[0]--;
                    next.notifyAll();
                }
            });
            vs[i].start();
        }
        for (Thread t : vs) {
            t.join();
        }
        System.out.println(Arrays.toString(order) + " next " + next[0]);
    }

    static class Counter {
        private int permits;
        private int taken;

        synchronized void give() {
            permits++;
            notifyAll();
        }

        synchronized void take() {
            while (permits == 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            permits--;
            taken++;
            notifyAll();
        }

        synchronized void awaitTaken(int n) throws InterruptedException {
            while (taken < n) {
                wait();
            }
        }

        synchronized int taken() {
            return taken;
        }
    }
}
