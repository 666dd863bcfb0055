public class ThrInterruptJoin {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Object never = new Object();
        Thread stuck = new Thread(() -> {
            synchronized (never) {
                while (true) {
                    try {
                        never.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        stuck.start();

        // flag first, join after
        main.interrupt();
        try {
            stuck.join();
            System.out.println("joined?");
        } catch (InterruptedException e) {
            System.out.println("join: " + e.getClass().getSimpleName() + " flag " + main.isInterrupted());
        }
        main.interrupt();
        try {
            stuck.join(10_000_000);
            System.out.println("joined?");
        } catch (InterruptedException e) {
            System.out.println("timed join: flag " + main.isInterrupted());
        }
        main.interrupt();
        try {
            stuck.join(10_000_000, 500);
            System.out.println("joined?");
        } catch (InterruptedException e) {
            System.out.println("nanos join: flag " + main.isInterrupted());
        }

        // another thread interrupts the joining one
        Thread waker = new Thread(() -> {
            while (main.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            main.interrupt();
        });
        waker.start();
        try {
            stuck.join();
            System.out.println("joined?");
        } catch (InterruptedException e) {
            System.out.println("woken in join, target alive " + stuck.isAlive());
        }
        waker.join();

        // a thread joining itself can only be got out by interrupt
        StringBuilder sb = new StringBuilder();
        Thread self = new Thread(() -> {
            try {
                Thread.currentThread().join();
                sb.append("impossible");
            } catch (InterruptedException e) {
                sb.append("self join interrupted");
            }
        });
        self.start();
        while (self.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        self.interrupt();
        self.join();
        System.out.println(sb);

        // self join with a time-out just times out
        Thread.currentThread().join(5);
        System.out.println("self timed join over");

        stuck.interrupt();
        stuck.join();
        System.out.println("stuck " + stuck.getState());

        // joining a dead or unstarted thread never blocks, but does it look at the flag?
        Thread fresh = new Thread(() -> { });
        fresh.join();
        fresh.join(1);
        System.out.println("unstarted join returns, alive " + fresh.isAlive());

        // chain: each thread joins the one before
        StringBuffer order = new StringBuffer();
        Thread prev = null;
        for (int i = 0; i < 6; i++) {
            final Thread before = prev;
            final int k = i;
            Thread t = new Thread(() -> {
                try {
                    if (before != null) {
                        before.join();
                    }
                    order.append(k);
                } catch (InterruptedException e) {
                    order.append("!");
                }
            });
            t.start();
            prev = t;
        }
        prev.join();
        System.out.println(order);

        // interrupt travels down a chain of joins
        StringBuffer seen = new StringBuffer();
        Thread bottom = new Thread(() -> {
            try {
                Thread.sleep(1_000_000_000L);
            } catch (InterruptedException e) {
                seen.append("bottom;");
            }
        });
        Thread middle = new Thread(() -> {
            try {
                bottom.join();
            } catch (InterruptedException e) {
                seen.append("middle;");
                bottom.interrupt();
            }
        });
        bottom.start();
        middle.start();
        middle.interrupt();
        middle.join();
        bottom.join();
        System.out.println(seen);
    }
}
