public class Main {
    static int x;

    public static void main(String[] args) {
        Thread t = new Thread(() -> x = 1);
        t.setDaemon(true);
        t.start();
        System.out.println("x=" + x);
    }
}
