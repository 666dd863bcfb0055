import java.util.ArrayList;
import java.util.List;

public class ThrReadersWriters {
    static class RW {
        private int readers;
        private boolean writing;
        private int waitingWriters;
        int maxReaders;
        int reads;
        int writes;

        synchronized void startRead() throws InterruptedException {
            while (writing || waitingWriters > 0) {
                wait();
            }
            readers++;
            reads++;
            maxReaders = Math.max(maxReaders, readers);
        }

        synchronized void endRead() {
            if (readers == 0) {
                throw new IllegalStateException("no reader");
            }
            if (--readers == 0) {
                notifyAll();
            }
        }

        synchronized void startWrite() throws InterruptedException {
            waitingWriters++;
            try {
                while (writing || readers > 0) {
                    wait();
                }
                writing = true;
                writes++;
            } finally {
                waitingWriters--;
            }
        }

        synchronized void endWrite() {
            if (!writing) {
                throw new IllegalStateException("no writer");
            }
            writing = false;
            notifyAll();
        }
    }

    static int a = 1;
    static int b = 1;

    public static void main(String[] args) throws Exception {
        RW rw = new RW();
        int[] torn = new int[1];
        List<Thread> ts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ts.add(new Thread(() -> {
                try {
                    for (int j = 0; j < 10; j++) {
                        rw.startWrite();
                        a++;
                        Thread.yield();
                        b++;
                        rw.endWrite();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (int i = 0; i < 4; i++) {
            ts.add(new Thread(() -> {
                try {
                    for (int j = 0; j < 10; j++) {
                        rw.startRead();
                        if (a != b) {
                            synchronized (torn) {
                                torn[0]++;
                            }
                        }
                        rw.endRead();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(a + " " + b + " torn " + torn[0] + " reads " + rw.reads + " writes " + rw.writes);
        System.out.println("readers at once within bounds " + (rw.maxReaders >= 1 && rw.maxReaders <= 4));

        try {
            rw.endRead();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            rw.endWrite();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }

        // two readers at the same time, the writer has to wait for both
        StringBuffer sb = new StringBuffer();
        rw.startRead();
        Thread second = new Thread(() -> {
            try {
                rw.startRead();
                sb.append("second reader in;");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        second.start();
        second.join();
        Thread writer = new Thread(() -> {
            try {
                rw.startWrite();
                sb.append("writer in;");
                rw.endWrite();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        // with a writer waiting a third reader is kept out
        Thread third = new Thread(() -> {
            try {
                rw.startRead();
                sb.append("third reader in;");
                rw.endRead();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        third.start();
        while (third.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        sb.append("both wait;");
        rw.endRead();
        rw.endRead();
        writer.join();
        third.join();
        System.out.println(sb);
    }
}
