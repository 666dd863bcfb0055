public class Main {
    static int x;
    static int y;
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 1;
            y = 2;
            done = true;
        });
        t.start();
        String result = "none";
        if (done) result = "x=" + x + " y=" + y;
        t.join();
        System.out.println(result);
    }
}
