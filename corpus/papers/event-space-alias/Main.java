public class Main {
    static class Pair {
        int i;
        int j;
    }

    Pair x = new Pair();
    Pair y = new Pair();
    Pair z = new Pair();

    void p() {
        synchronized (this) {
            x.i = 7;
            x.j = 5;
        }
        y.i = x.j;
    }

    void q() {
        synchronized (this) {
            y = x;
            z.i = y.i + 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t1 = new Thread(() -> m.p());
        Thread t2 = new Thread(() -> m.q());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("xi=" + m.x.i + " xj=" + m.x.j + " yi=" + m.y.i + " zi=" + m.z.i);
    }
}
