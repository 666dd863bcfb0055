public class Main {
    static volatile int x;

    public static void main(String[] args) {
        Thread t = new Thread(() -> x = 1);
        t.start();
        synchronized (new Object()) {
            // others may run
        }
        System.out.println(x + " " + t.isAlive());
    }
}
