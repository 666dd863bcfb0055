public class ThrInterruptBlocked {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        StringBuffer sb = new StringBuffer();

        // a thread blocked on a monitor does not react; it finds the flag later
        Thread t = new Thread(() -> {
            synchronized (lock) {
                sb.append("entered flag ").append(Thread.currentThread().isInterrupted());
                try {
                    lock.wait();
                    sb.append(" waited?");
                } catch (InterruptedException e) {
                    sb.append(" wait interrupted flag ").append(Thread.currentThread().isInterrupted());
                }
            }
        });
        synchronized (lock) {
            t.start();
            while (t.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
            t.interrupt();
            for (int i = 0; i < 5; i++) {
                Thread.yield();
            }
            Thread.sleep(5);
            System.out.println("state " + t.getState() + " flag " + t.isInterrupted() + " [" + sb + "]");
        }
        t.join();
        System.out.println(sb);

        // interrupt after notify, before the monitor is got back: either normal return with
        // the flag set or an exception, but never both and never neither
        int normal = 0;
        int thrown = 0;
        for (int round = 0; round < 10; round++) {
            boolean[] st = new boolean[2];
            int[] res = new int[2];
            Thread w = new Thread(() -> {
                synchronized (lock) {
                    st[0] = true;
                    lock.notifyAll();
                    try {
                        while (!st[1]) {
                            lock.wait();
                        }
                        res[0]++;
                    } catch (InterruptedException e) {
                        res[1]++;
                    }
                    if (Thread.interrupted()) {
                        res[1]++;
                    }
                }
            });
            w.start();
            synchronized (lock) {
                while (!st[0]) {
                    lock.wait();
                }
                st[1] = true;
                lock.notify();
                w.interrupt();
            }
            w.join();
            normal += res[0];
            thrown += res[1];
        }
        System.out.println("interrupt never lost " + (thrown == 10) + " at most normal " + (normal <= 10));

        // a queue of blocked threads, all interrupted, all get through in the end
        int[] n = new int[2];
        Thread[] ts = new Thread[4];
        synchronized (lock) {
            for (int i = 0; i < 4; i++) {
                ts[i] = new Thread(() -> {
                    synchronized (lock) {
                        n[0]++;
                        if (Thread.interrupted()) {
                            n[1]++;
                        }
                    }
                });
                ts[i].start();
            }
            for (Thread x : ts) {
                x.interrupt();
            }
            System.out.println("while held " + n[0]);
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println(n[0] + " " + n[1]);

        // flag set while blocked ends the next sleep
        StringBuffer s2 = new StringBuffer();
        Thread u = new Thread(() -> {
            synchronized (lock) {
                s2.append("in;");
            }
            try {
                Thread.sleep(1_000_000_000L);
            } catch (InterruptedException e) {
                s2.append("sleep cut;");
            }
        });
        synchronized (lock) {
            u.start();
            u.interrupt();
        }
        u.join();
        System.out.println(s2);
    }
}
