public class ThrDaemonInherit {
    static String flags(Thread t) {
        return t.getName() + " daemon=" + t.isDaemon() + " prio=" + t.getPriority();
    }

    static void runAndJoin(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(flags(Thread.currentThread()));
        Thread plain = new Thread(() -> { }, "plain");
        System.out.println(flags(plain));

        // the daemon flag and the priority come from the creating thread
        Thread[] kids = new Thread[3];
        Thread parent = new Thread(() -> {
            kids[0] = new Thread(() -> { }, "kid0");
            kids[1] = new Thread(() -> { }, "kid1");
            kids[1].setDaemon(false);
            Thread.currentThread().setPriority(3);
            kids[2] = new Thread(() -> { }, "kid2");
        }, "parent");
        parent.setDaemon(true);
        parent.setPriority(8);
        runAndJoin(parent);
        for (Thread k : kids) {
            System.out.println(flags(k));
        }
        runAndJoin(kids[0]);
        System.out.println(flags(kids[0]) + " " + kids[0].getState());

        // changing after the creator changed has no effect on the created
        Thread t = new Thread(() -> {
            try {
                Thread.currentThread().setDaemon(true);
                System.out.println("no exception");
            } catch (IllegalThreadStateException e) {
                System.out.println("setDaemon while alive: " + e.getMessage());
            }
        });
        runAndJoin(t);

        // after the end it is legal again: the thread is not alive
        try {
            t.setDaemon(true);
            System.out.println("after end: " + t.isDaemon());
        } catch (IllegalThreadStateException e) {
            System.out.println("after end: exception");
        }

        try {
            Thread.currentThread().setDaemon(true);
            System.out.println("main no exception");
        } catch (IllegalThreadStateException e) {
            System.out.println("main: " + e.getClass().getName());
        }

        Thread d = new Thread(() -> { }, "toggle");
        d.setDaemon(true);
        d.setDaemon(false);
        d.setDaemon(true);
        System.out.println(flags(d));

        // three generations
        StringBuilder sb = new StringBuilder();
        Thread g1 = new Thread(() -> {
            Thread g2 = new Thread(() -> {
                Thread g3 = new Thread(() -> sb.append(flags(Thread.currentThread())), "g3");
                sb.append(flags(Thread.currentThread())).append("; ");
                try {
                    runAndJoin(g3);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, "g2");
            sb.append(flags(Thread.currentThread())).append("; ");
            try {
                runAndJoin(g2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "g1");
        g1.setDaemon(true);
        g1.setPriority(Thread.MIN_PRIORITY);
        runAndJoin(g1);
        System.out.println(sb);
    }
}
