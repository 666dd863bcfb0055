public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            x = 1;
            x = 2;
        });
        Thread reader = new Thread(() -> {
            int a = x;
            int b = x;
            assert !(a == 1 && b == 2) : "saw both writes";
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
