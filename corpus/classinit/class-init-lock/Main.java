public class Main {
    static class Config {
        static int value = 1;

        static {
            Thread helper = new Thread(() -> value++);
            helper.start();
            try {
                helper.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        System.out.println(Config.value);
    }
}
