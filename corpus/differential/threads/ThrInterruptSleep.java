public class ThrInterruptSleep {
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        // the flag set before the sleep ends it at once and is cleared
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(1_000_000);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println("main: " + e.getMessage() + " flag " + Thread.currentThread().isInterrupted());
        }
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(0);
            System.out.println("slept zero");
        } catch (InterruptedException e) {
            System.out.println("zero: " + e.getClass().getName() + " flag " + Thread.interrupted());
        }
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(0, 1);
            System.out.println("slept nano");
        } catch (InterruptedException e) {
            System.out.println("nano: flag " + Thread.interrupted());
        }

        // bad arguments are looked at before the flag
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("IAE " + e.getMessage() + " flag " + Thread.interrupted());
        }
        try {
            Thread.sleep(1, 1_000_000);
        } catch (IllegalArgumentException e) {
            System.out.println("IAE " + e.getMessage());
        }
        try {
            Thread.sleep(1, -1);
        } catch (IllegalArgumentException e) {
            System.out.println("IAE " + e.getMessage());
        }

        StringBuilder sb = new StringBuilder();
        Thread t = new Thread(() -> {
            try {
                ready = true;
                Thread.sleep(100_000_000);
                sb.append("slept through");
            } catch (InterruptedException e) {
                sb.append("woken, flag ").append(Thread.currentThread().isInterrupted());
                // set it again, as good citizens do
                Thread.currentThread().interrupt();
                sb.append(", reset ").append(Thread.currentThread().isInterrupted());
                try {
                    Thread.sleep(100_000_000);
                } catch (InterruptedException e2) {
                    sb.append(", again");
                }
                sb.append(", end ").append(Thread.interrupted());
            }
        });
        t.start();
        while (!ready) {
            Thread.onSpinWait();
        }
        t.interrupt();
        t.join();
        System.out.println(sb);

        // interrupt once it is provably asleep
        int[] count = new int[1];
        Thread s = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                try {
                    Thread.sleep(100_000_000);
                } catch (InterruptedException e) {
                    count[0]++;
                }
            }
        });
        s.start();
        for (int i = 0; i < 3; i++) {
            while (s.getState() != Thread.State.TIMED_WAITING) {
                Thread.yield();
            }
            s.interrupt();
            while (s.isInterrupted()) {
                Thread.yield();
            }
        }
        s.join();
        System.out.println("woken " + count[0]);

        // TimeUnit.sleep with nothing to sleep does not look at the flag
        Thread.currentThread().interrupt();
        java.util.concurrent.TimeUnit.SECONDS.sleep(0);
        java.util.concurrent.TimeUnit.SECONDS.sleep(-5);
        System.out.println("flag kept " + Thread.interrupted());
        Thread.sleep(1);
        java.util.concurrent.TimeUnit.MICROSECONDS.sleep(10);
        System.out.println("done");
    }
}
