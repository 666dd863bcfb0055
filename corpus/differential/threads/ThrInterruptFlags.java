public class ThrInterruptFlags {
    static class Counting extends Thread {
        int asked;

        @Override
        public void interrupt() {
            asked++;
            super.interrupt();
        }

        @Override
        public void run() {
            while (!isInterrupted()) {
                Thread.onSpinWait();
            }
        }
    }

    static class Deaf extends Thread {
        int calls;
        volatile boolean done;

        @Override
        public void interrupt() {
            calls++;
        }

        @Override
        public void run() {
            while (!done) {
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread m = Thread.currentThread();
        System.out.println(m.isInterrupted() + " " + Thread.interrupted());
        m.interrupt();
        m.interrupt();
        System.out.println(m.isInterrupted() + " " + m.isInterrupted());
        System.out.println(Thread.interrupted() + " " + Thread.interrupted() + " " + m.isInterrupted());

        // a busy thread only sees the flag
        long[] seen = new long[1];
        Thread busy = new Thread(() -> {
            while (!Thread.interrupted()) {
                seen[0]++;
                Thread.onSpinWait();
            }
            seen[0] = Thread.currentThread().isInterrupted() ? -1 : -2;
        });
        busy.start();
        busy.interrupt();
        busy.join();
        System.out.println("busy " + seen[0]);

        // interrupted() belongs to the caller, isInterrupted() to the object
        Thread flagged = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.yield();
            }
            m.interrupt();
        });
        flagged.start();
        flagged.interrupt();
        while (flagged.isAlive()) {
            Thread.yield();
        }
        System.out.println("main flag set by other " + m.isInterrupted());
        System.out.println("cleared by static call " + Thread.interrupted());

        // interrupt before start
        boolean[] early = new boolean[1];
        Thread unstarted = new Thread(() -> early[0] = Thread.currentThread().isInterrupted());
        unstarted.interrupt();
        System.out.println("unstarted flag " + unstarted.isInterrupted());
        unstarted.start();
        unstarted.join();
        System.out.println("seen by run " + early[0]);

        Counting c = new Counting();
        c.start();
        c.interrupt();
        c.join();
        System.out.println("overridden interrupt calls " + c.asked);

        Deaf d = new Deaf();
        d.start();
        d.interrupt();
        d.interrupt();
        System.out.println("deaf " + d.calls + " " + d.isInterrupted());
        d.done = true;
        d.join();

        // exceptions carrying the flag through a call chain
        System.out.println(tryWork(true) + " flag " + Thread.interrupted());
        System.out.println(tryWork(false) + " flag " + Thread.interrupted());

        // monitor enter and leave do not care
        m.interrupt();
        synchronized (d) {
            System.out.println("in monitor " + m.isInterrupted());
        }
        // nor does printing, nor allocation, nor string work
        String s = "";
        for (int i = 0; i < 5; i++) {
            s += i;
        }
        System.out.println(s + " " + Thread.interrupted());
    }

    static String tryWork(boolean cancel) {
        if (cancel) {
            Thread.currentThread().interrupt();
        }
        try {
            Thread.sleep(1);
            return "worked";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "cancelled";
        } finally {
            System.out.println("finally " + Thread.currentThread().isInterrupted());
        }
    }
}
