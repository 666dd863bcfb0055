public class Main {
    static int created;

    static class Holder {
        static final Main INSTANCE = new Main();
    }

    Main() {
        created++;
    }

    static Main instance() {
        return Holder.INSTANCE;
    }

    static Main other;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = instance());
        t.start();
        Main mine = instance();
        t.join();
        System.out.println("same=" + (mine == other) + " created=" + created);
    }
}
