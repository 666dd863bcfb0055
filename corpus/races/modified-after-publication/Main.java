public class Main {
    static volatile Main shared;
    int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Main m = new Main();
            m.x = 1;
            shared = m;
            m.x = 2;
        });
        t.start();
        Main m = shared;
        int r = m == null ? 0 : m.x;
        t.join();
        System.out.println("x=" + r);
    }
}
