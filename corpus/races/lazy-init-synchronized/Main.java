public class Main {
    private static Main instance;

    static synchronized Main instance() {
        if (instance == null) instance = new Main();
        return instance;
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
