public class Main {
    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            Object lock = new Object();
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        t.setDaemon(true);
        t.start();
        System.out.println("end");
    }
}
