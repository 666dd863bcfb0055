public class Main {
    private int n;

    synchronized void add() {
        n++;
    }

    synchronized void addTwice() {
        add();
        add();
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> m.addTwice());
        t.start();
        m.addTwice();
        t.join();
        System.out.println("n=" + m.n);
    }
}
