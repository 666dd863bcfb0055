public class Main {
    static final int PARTIES = 2;
    private int arrived;
    private int round;

    synchronized void await() throws InterruptedException {
        int mine = round;
        arrived++;
        if (arrived == PARTIES) {
            arrived = 0;
            round++;
            notifyAll();
        } else {
            while (round == mine) wait();
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
