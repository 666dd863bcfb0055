public class ThrMainThrows {
    static int depth(int n) {
        if (n == 0) {
            throw new IllegalStateException("main gives up");
        }
        return depth(n - 1) + 1;
    }

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread worker = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            int sum = 0;
            for (int i = 0; i < 100; i++) {
                sum += i;
            }
            System.out.println("worker ends with " + sum + ", main alive " + main.isAlive());
        }, "worker");
        worker.start();
        try {
            System.out.println("main throws now");
            depth(3);
        } finally {
            System.out.println("main's finally");
        }
    }
}
