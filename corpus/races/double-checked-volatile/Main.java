public class Main {
    private static volatile Main instance;

    static Main instance() {
        Main m = instance;
        if (m == null) {
            synchronized (Main.class) {
                m = instance;
                if (m == null) {
                    m = new Main();
                    instance = m;
                }
            }
        }
        return m;
    }

    static Main other;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = instance());
        t.start();
        Main mine = instance();
        t.join();
        System.out.println("same=" + (mine == other));
    }
}
