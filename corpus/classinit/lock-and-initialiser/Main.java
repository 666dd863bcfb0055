public class Main {
    static final Object lock = new Object();

    static class Service {
        static int x;

        static {
            synchronized (lock) {
                x = 1;
            }
        }

        static void use() { }
    }

    public static void main(String[] args) {
        new Thread(() -> Service.use()).start();
        synchronized (lock) {
            Service.use();
        }
    }
}
