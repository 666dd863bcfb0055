public class ThrDoubleStart {
    static int runs;

    static void start(String what, Thread t) {
        try {
            t.start();
            System.out.println(what + ": started");
        } catch (IllegalThreadStateException e) {
            System.out.println(what + ": " + e.getClass().getName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> runs++);
        start("first", t);
        start("second while maybe alive", t);
        t.join();
        start("after end", t);
        start("main itself", Thread.currentThread());
        System.out.println("runs " + runs);

        Thread self = new Thread("self") {
            @Override
            public void run() {
                ThrDoubleStart.start("from inside", this);
            }
        };
        self.start();
        self.join();

        // an override of start that never calls super starts nothing
        int[] n = new int[1];
        Thread fake = new Thread(() -> n[0]++) {
            @Override
            public synchronized void start() {
                n[0] += 100;
            }
        };
        fake.start();
        fake.start();
        fake.join();
        System.out.println(n[0] + " " + fake.getState() + " " + fake.isAlive());

        // an override that starts twice
        Thread twice = new Thread(() -> n[0]++) {
            @Override
            public void start() {
                super.start();
                super.start();
            }
        };
        start("twice", twice);
        twice.join();
        System.out.println(n[0]);

        // run() called by hand does not count as starting
        Thread byHand = new Thread(() -> n[0] += 10);
        byHand.run();
        byHand.run();
        System.out.println(n[0] + " " + byHand.getState());
        byHand.start();
        byHand.join();
        System.out.println(n[0]);
        byHand.run();
        System.out.println("run of a dead thread's object " + n[0]);

        // racing starters: exactly one wins
        for (int round = 0; round < 5; round++) {
            int[] ran = new int[1];
            int[] lost = new int[1];
            Thread target = new Thread(() -> ran[0]++);
            Thread[] starters = new Thread[3];
            for (int i = 0; i < 3; i++) {
                starters[i] = new Thread(() -> {
                    try {
                        target.start();
                    } catch (IllegalThreadStateException e) {
                        synchronized (lost) {
                            lost[0]++;
                        }
                    }
                });
                starters[i].start();
            }
            for (Thread s : starters) {
                s.join();
            }
            target.join();
            System.out.println("ran " + ran[0] + " lost " + lost[0]);
        }

        try {
            t.setDaemon(false);
            System.out.println("setDaemon on a dead thread is allowed");
        } catch (IllegalThreadStateException e) {
            System.out.println("setDaemon on a dead thread is not allowed");
        }
    }
}
