public class Main {
    static class Config {
        static int value;

        static {
            Thread t = new Thread(() -> value = 1);
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        System.out.println(Config.value);
    }
}
