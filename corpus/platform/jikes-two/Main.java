public class Main {
    static int x;
    static int y;

    static void second() {
        y = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 1;
            second();
        });
        t.start();
        int b = y;
        int a = x;
        t.join();
        System.out.println(a + " " + b);
    }
}
