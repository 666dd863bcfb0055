public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait();
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println("stopped");
    }
}
