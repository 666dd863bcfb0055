public class Main {
    private boolean full;

    synchronized void put() throws InterruptedException {
        while (full) wait();
        full = true;
        notify();
    }

    synchronized void take() throws InterruptedException {
        while (!full) wait();
        full = false;
        notify();
    }

    static void taker(Main slot) {
        try {
            slot.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main slot = new Main();
        Thread a = new Thread(() -> taker(slot));
        Thread b = new Thread(() -> taker(slot));
        a.start();
        b.start();
        slot.put();
        slot.put();
        a.join();
        b.join();
        System.out.println("done");
    }
}
