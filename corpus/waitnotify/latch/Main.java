public class Main {
    private int count = 2;
    static int done;

    synchronized void countDown() {
        done++;
        count--;
        if (count == 0) notifyAll();
    }

    synchronized void await() throws InterruptedException {
        while (count > 0) wait();
    }

    public static void main(String[] args) throws InterruptedException {
        Main latch = new Main();
        new Thread(() -> latch.countDown()).start();
        new Thread(() -> latch.countDown()).start();
        latch.await();
        System.out.println("done=" + done);
    }
}
