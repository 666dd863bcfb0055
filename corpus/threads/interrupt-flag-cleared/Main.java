public class Main {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread a = new Thread(() -> {
            Thread.interrupted();
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        });
        a.start();
        a.interrupt();
    }
}
