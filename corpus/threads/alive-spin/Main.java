public class Main {
    static int x;

    public static void main(String[] args) {
        Thread t = new Thread(() -> x = 1);
        t.start();
        while (t.isAlive()) Thread.onSpinWait();
        System.out.println("x=" + x);
    }
}
