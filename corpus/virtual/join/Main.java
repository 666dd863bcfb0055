public class Main {
    static int x;
    static boolean virtual;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.ofVirtual().start(() -> {
            x = 1;
            virtual = Thread.currentThread().isVirtual();
        });
        t.join();
        System.out.println("x=" + x + " virtual=" + virtual);
    }
}
