public class Main {
    static volatile Main shared;
    int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            Main m = new Main();
            m.x = 1;
            shared = m;
        });
        t.start();
        Main m = shared;
        String result = m == null ? "nothing" : "x=" + m.x;
        t.join();
        System.out.println(result);
    }
}
