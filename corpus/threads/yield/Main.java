public class Main {
    static volatile int x;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start();
        Thread.yield();
        System.out.println("x=" + x);
    }
}
