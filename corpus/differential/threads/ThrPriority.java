public class ThrPriority {
    static void set(Thread t, int p) {
        try {
            t.setPriority(p);
            System.out.println("set " + p + " -> " + t.getPriority());
        } catch (IllegalArgumentException e) {
            System.out.println("set " + p + " rejected " + e.getMessage() + ", still " + t.getPriority());
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Thread.MIN_PRIORITY + " " + Thread.NORM_PRIORITY + " " + Thread.MAX_PRIORITY);
        Thread t = new Thread(() -> { });
        System.out.println(t.getPriority());
        for (int p : new int[] {1, 10, 0, 11, -5, 5, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            set(t, p);
        }

        ThreadGroup g = new ThreadGroup("capped");
        System.out.println("group max " + g.getMaxPriority());
        g.setMaxPriority(4);
        System.out.println("group max " + g.getMaxPriority());
        Thread in = new Thread(g, () -> { }, "in");
        System.out.println("created with " + in.getPriority());
        set(in, 9);
        set(in, 2);

        // a value out of range leaves the group as it is
        g.setMaxPriority(11);
        System.out.println("group max " + g.getMaxPriority());
        g.setMaxPriority(0);
        System.out.println("group max " + g.getMaxPriority());

        ThreadGroup sub = new ThreadGroup(g, "sub");
        System.out.println("sub max " + sub.getMaxPriority());
        sub.setMaxPriority(10);
        System.out.println("sub max " + sub.getMaxPriority());
        sub.setMaxPriority(3);
        g.setMaxPriority(2);
        System.out.println("sub max after parent " + sub.getMaxPriority());

        // lowering the group's maximum does not touch existing threads
        ThreadGroup h = new ThreadGroup("later");
        Thread hot = new Thread(h, () -> { }, "hot");
        hot.setPriority(10);
        h.setMaxPriority(6);
        System.out.println("hot " + hot.getPriority());
        hot.setPriority(10);
        System.out.println("hot " + hot.getPriority());

        int[] seen = new int[2];
        Thread runner = new Thread(() -> {
            seen[0] = Thread.currentThread().getPriority();
            Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
            seen[1] = new Thread(() -> { }).getPriority();
        });
        runner.setPriority(2);
        runner.start();
        runner.join();
        System.out.println(seen[0] + " " + seen[1]);
        System.out.println("main " + Thread.currentThread().getPriority());
        System.out.println("terminated keeps a legal value " + (runner.getPriority() >= 1));

        // priorities never decide who makes progress to the end
        int[] sums = new int[10];
        Thread[] ts = new Thread[10];
        for (int i = 0; i < 10; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j <= k; j++) {
                    sums[k] += j;
                    Thread.yield();
                }
            });
            ts[i].setPriority(k + 1);
        }
        for (Thread x : ts) {
            x.start();
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println(java.util.Arrays.toString(sums));
    }
}
