public class ThrVolatileSpin {
    static volatile boolean flag;
    static int payload;
    static volatile long big;
    static volatile double dbl;
    static volatile int[] arr;
    static volatile Object ref;
    volatile int inst;

    static boolean[] want = new boolean[2];
    static volatile boolean w0;
    static volatile boolean w1;
    static volatile int victim;
    static int critical;

    static void lock(int me) {
        if (me == 0) {
            w0 = true;
        } else {
            w1 = true;
        }
        victim = me;
        while ((me == 0 ? w1 : w0) && victim == me) {
            Thread.onSpinWait();
        }
    }

    static void unlock(int me) {
        if (me == 0) {
            w0 = false;
        } else {
            w1 = false;
        }
    }

    public static void main(String[] args) throws Exception {
        // publication through a volatile flag
        int[] seen = new int[1];
        Thread reader = new Thread(() -> {
            while (!flag) {
                Thread.onSpinWait();
            }
            seen[0] = payload;
        });
        reader.start();
        payload = 123;
        flag = true;
        reader.join();
        System.out.println("payload " + seen[0]);

        // volatile long and double are never torn
        int[] torn = new int[1];
        flag = false;
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                big = (i & 1) == 0 ? 0L : -1L;
                dbl = (i & 1) == 0 ? 0.5 : -2.25;
            }
            flag = true;
        });
        dbl = 0.5;
        writer.start();
        while (!flag) {
            long b = big;
            double d = dbl;
            if (b != 0 && b != -1 || d != 0.5 && d != -2.25) {
                torn[0]++;
            }
            Thread.yield();
        }
        writer.join();
        System.out.println("torn " + torn[0] + " last " + big + " " + dbl);

        // a volatile array reference publishes the plain elements before it
        Thread maker = new Thread(() -> {
            int[] a = new int[10];
            for (int i = 0; i < 10; i++) {
                a[i] = i * 3;
            }
            arr = a;
        });
        maker.start();
        int[] local;
        while ((local = arr) == null) {
            Thread.yield();
        }
        int sum = 0;
        for (int x : local) {
            sum += x;
        }
        System.out.println("sum " + sum);
        maker.join();

        // Peterson's lock needs the ordering of volatile accesses
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            final int me = i;
            ts[i] = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    lock(me);
                    int c = critical;
                    Thread.yield();
                    critical = c + 1;
                    unlock(me);
                }
            });
        }
        ts[0].start();
        ts[1].start();
        ts[0].join();
        ts[1].join();
        System.out.println("critical " + critical);

        // compound operations by one thread at a time
        ThrVolatileSpin o = new ThrVolatileSpin();
        o.inst = 5;
        System.out.println(o.inst++ + " " + ++o.inst + " " + (o.inst += 10) + " " + (o.inst <<= 1) + " " + o.inst--);
        ref = "a";
        ref = ref + "b";
        System.out.println(ref);

        // hand-over through a volatile counter
        int[] log = new int[9];
        int[] pos = new int[1];
        big = 0;
        Thread[] us = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int me = i;
            us[i] = new Thread(() -> {
                for (int r = 0; r < 3; r++) {
                    while (big != r * 3 + me) {
                        Thread.onSpinWait();
                    }
                    log[pos[0]++] = me * 10 + r;
                    big = big + 1;
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(log));
    }
}
