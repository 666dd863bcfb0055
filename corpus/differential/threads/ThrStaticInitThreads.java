import java.util.ArrayList;
import java.util.List;

public class ThrStaticInitThreads {
    static final List<String> log = new ArrayList<>();
    static final int fromThread;
    static final Thread background;

    // a static initialiser that starts threads which do not need this class, and joins them
    static class Box {
        int v;
    }

    static {
        Box box = new Box();
        Thread t = new Thread(new Runnable() {
            @Override
            public void run() {
                box.v = 17;
            }
        });
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        fromThread = box.v;
        // this one needs the class, so it can only go on after the initialiser
        background = new Thread(new Late());
        background.start();
        log.add("init done");
    }

    static class Late implements Runnable {
        @Override
        public void run() {
            add("late sees " + fromThread);
        }
    }

    static synchronized void add(String s) {
        log.add(s);
    }

    static class Table {
        static final int[] squares = new int[20];

        static {
            Thread[] ts = new Thread[4];
            int[] local = squares;
            for (int i = 0; i < 4; i++) {
                ts[i] = new Filler(local, i);
                ts[i].start();
            }
            for (Thread t : ts) {
                try {
                    t.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    static class Filler extends Thread {
        final int[] a;
        final int k;

        Filler(int[] a, int k) {
            this.a = a;
            this.k = k;
        }

        @Override
        public void run() {
            for (int i = k; i < a.length; i += 4) {
                a[i] = i * i;
            }
        }
    }

    // timed join inside an initialiser whose thread is blocked on the same class
    static class Stuck {
        static int ready = 1;
        static boolean timedOut;

        static {
            Thread t = new Thread(new NeedsStuck());
            t.start();
            try {
                t.join(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            timedOut = t.isAlive();
            ready = 2;
            waiting = t;
        }

        static Thread waiting;
    }

    static class NeedsStuck implements Runnable {
        @Override
        public void run() {
            add("needs stuck " + Stuck.ready);
        }
    }

    public static void main(String[] args) throws Exception {
        background.join();
        System.out.println(log + " " + fromThread);
        System.out.println(Table.squares[19] + " " + Table.squares[7] + " " + Table.squares[0]);
        Thread probe = new Thread(() -> System.out.println("timed out " + Stuck.timedOut));
        probe.start();
        probe.join();
        Stuck.waiting.join();
        System.out.println(log.get(log.size() - 1));
    }
}
