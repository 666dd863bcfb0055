public class Main {
    private int missing = 2;
    private int before;

    synchronized void before() {
        before++;
    }

    synchronized int await() throws InterruptedException {
        missing--;
        if (missing == 0) notifyAll();
        while (missing > 0) wait();
        return before;
    }

    static int a;

    public static void main(String[] args) throws InterruptedException {
        Main barrier = new Main();
        Thread t = new Thread(() -> {
            barrier.before();
            try {
                a = barrier.await() == 2 ? 1 : 0;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        barrier.before();
        int b = barrier.await() == 2 ? 1 : 0;
        t.join();
        System.out.println("a=" + a + " b=" + b);
    }
}
