public class Main {
    static int n;

    static synchronized void addStatic() {
        n = n + 1;
    }

    synchronized void addInstance() {
        n = n + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> addStatic());
        t.start();
        m.addInstance();
        t.join();
        System.out.println("n=" + n);
    }
}
