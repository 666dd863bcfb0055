public class ThrJoinTimeouts {
    static volatile boolean release;

    public static void main(String[] args) throws Exception {
        Thread held = new Thread(() -> {
            while (!release) {
                Thread.yield();
            }
        });
        held.join(1);
        System.out.println("unstarted " + held.isAlive());
        held.start();
        held.join(5);
        System.out.println("after 5 ms " + held.isAlive());
        held.join(1, 999_999);
        System.out.println("after nanos " + held.isAlive());
        held.join(0, 1);
        System.out.println("after one nano " + held.isAlive());

        for (long ms : new long[] {-1, Long.MIN_VALUE}) {
            try {
                held.join(ms);
                System.out.println("no exception");
            } catch (IllegalArgumentException e) {
                System.out.println("join(" + ms + "): " + e.getMessage());
            }
        }
        try {
            held.join(0, -1);
            System.out.println("no exception");
        } catch (IllegalArgumentException e) {
            System.out.println("nanos: " + e.getMessage());
        }
        try {
            held.join(0, 1_000_000);
            System.out.println("no exception");
        } catch (IllegalArgumentException e) {
            System.out.println("nanos: " + e.getMessage());
        }

        release = true;
        held.join(0);
        System.out.println("joined " + held.getState());
        held.join();
        held.join(Long.MAX_VALUE);
        held.join(Long.MAX_VALUE, 999_999);
        System.out.println("joins of a dead thread return at once");

        // join makes plain writes visible
        int[] data = new int[64];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = k; j < 64; j += 4) {
                    data[j] = j * j;
                }
            });
            ts[i].start();
        }
        long sum = 0;
        for (Thread t : ts) {
            t.join(600_000);
            System.out.print(t.isAlive() + " ");
        }
        System.out.println();
        for (int v : data) {
            sum += v;
        }
        System.out.println("sum " + sum);

        // several threads join one
        int[] result = new int[1];
        Thread producer = new Thread(() -> {
            int x = 0;
            for (int i = 0; i < 1000; i++) {
                x = x * 31 + i;
            }
            result[0] = x;
        });
        int[] got = new int[5];
        Thread[] joiners = new Thread[5];
        producer.start();
        for (int i = 0; i < 5; i++) {
            final int k = i;
            joiners[i] = new Thread(() -> {
                try {
                    producer.join();
                    got[k] = result[0];
                } catch (InterruptedException e) {
                    got[k] = -1;
                }
            });
            joiners[i].start();
        }
        boolean same = true;
        for (int i = 0; i < 5; i++) {
            joiners[i].join();
            same &= got[i] == result[0];
        }
        System.out.println("all saw the result " + same + " " + result[0]);

        // mutual timed joins do not deadlock
        Thread[] pair = new Thread[2];
        StringBuffer over = new StringBuffer();
        for (int i = 0; i < 2; i++) {
            final int other = 1 - i;
            pair[i] = new Thread(() -> {
                try {
                    pair[other].join(3);
                    over.append('x');
                } catch (InterruptedException e) {
                    over.append('!');
                }
            });
        }
        pair[0].start();
        pair[1].start();
        pair[0].join();
        pair[1].join();
        System.out.println(over);
    }
}
