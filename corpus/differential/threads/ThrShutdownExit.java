public class ThrShutdownExit {
    static int level;

    static void down(int n) {
        try {
            if (n == 0) {
                System.out.println("exiting at level " + level);
                System.exit(42);
            }
            level++;
            down(n - 1);
        } finally {
            System.out.println("finally blocks do not run");
        }
    }

    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook");
            // an exit with the other thread inside exit: halt is the only way out
            Thread bad = new Thread("bad-in-hook") {
                @Override
                public void run() {
                    throw new IllegalStateException("in hook's helper");
                }
            };
            bad.start();
            try {
                bad.join();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
            System.out.println("hook ends");
        }));
        Thread blocked = new Thread(() -> {
            Object o = new Object();
            synchronized (o) {
                while (true) {
                    try {
                        o.wait();
                    } catch (InterruptedException e) {
                        System.out.println("not expected");
                    }
                }
            }
        });
        blocked.start();
        Thread exiter = new Thread(() -> down(3));
        exiter.start();
        exiter.join();
        System.out.println("never printed");
    }
}
