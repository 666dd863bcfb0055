public class Main {
    enum Counter {
        INSTANCE;

        private int n;

        synchronized void add() {
            n++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> Counter.INSTANCE.add());
        t.start();
        Counter.INSTANCE.add();
        t.join();
        System.out.println("n=" + Counter.INSTANCE.n);
    }
}
