public class Main {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int n;

    static void first() {
        turn = 1;
        wants0 = true;
        while (wants1 && turn == 1) Thread.onSpinWait();
        n++;
        wants0 = false;
    }

    static void second() {
        turn = 0;
        wants1 = true;
        while (wants0 && turn == 0) Thread.onSpinWait();
        n++;
        wants1 = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> first());
        t.start();
        second();
        t.join();
        assert n == 2 : "lost update";
    }
}
