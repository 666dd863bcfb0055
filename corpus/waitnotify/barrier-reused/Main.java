public class Main {
    static final int PARTIES = 2;
    private int arrived;

    synchronized void await() throws InterruptedException {
        arrived++;
        if (arrived == PARTIES) {
            arrived = 0;
            notifyAll();
        } else {
            // Means "until this round is over", but a new round looks the same as the old one.
            while (arrived != 0) wait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main barrier = new Main();
        Thread t = new Thread(() -> {
            try {
                barrier.await();
                barrier.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        barrier.await();
        barrier.await();
    }
}
