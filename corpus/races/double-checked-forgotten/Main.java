public class Main {
    private static volatile Main instance;

    static Main instance() {
        if (instance == null) {
            synchronized (Main.class) {
                instance = new Main();
            }
        }
        return instance;
    }

    static Main other;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = instance());
        t.start();
        Main mine = instance();
        t.join();
        assert mine == other : "two instances";
    }
}
