public class Main {
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) throws InterruptedException {
        int own = args.length;
        Thread t = new Thread(() -> {
            x = 1;
            if (own == 0) {
                y = 1;
            }
        });
        t.start();
        int b = y;
        int a = x;
        t.join();
        System.out.println(a + " " + b);
    }
}
