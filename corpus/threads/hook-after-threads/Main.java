public class Main {
    static int count;

    public static void main(String[] args) {
        Runnable task = () -> {
            for (int i = 0; i < 2; i++) {
                synchronized (Main.class) {
                    count++;
                }
            }
        };
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert count == 4;
        }));
        new Thread(task).start();
        new Thread(task).start();
    }
}
