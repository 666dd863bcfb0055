public class Main {
    private int readers;
    private boolean writing;
    static int x;
    static int y;

    synchronized void lockRead() throws InterruptedException {
        while (writing) wait();
        readers++;
    }

    synchronized void unlockRead() {
        readers--;
        if (readers == 0) notifyAll();
    }

    synchronized void lockWrite() throws InterruptedException {
        while (writing || readers > 0) wait();
        writing = true;
    }

    synchronized void unlockWrite() {
        writing = false;
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        Main rw = new Main();
        new Thread(() -> {
            try {
                rw.lockWrite();
                x = 1;
                y = 1;
                rw.unlockWrite();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        rw.lockRead();
        assert x == y;
        rw.unlockRead();
    }
}
