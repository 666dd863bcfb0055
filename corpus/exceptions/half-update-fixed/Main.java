public class Main {
    private int from = 10;
    private int to;

    synchronized void transfer(int amount) {
        if (amount > 5) throw new IllegalArgumentException("too much");
        from -= amount;
        to += amount;
    }

    synchronized int total() {
        return from + to;
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> {
            try {
                m.transfer(6);
            } catch (IllegalArgumentException e) {
                // swallowed
            }
        });
        t.start();
        int total = m.total();
        t.join();
        System.out.println("total=" + total);
    }
}
