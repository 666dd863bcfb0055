public class Main {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int n;

    static void first() {
        wants0 = true;
        while (wants1) {
            if (turn != 0) {
                wants0 = false;
                while (turn != 0) Thread.onSpinWait();
                wants0 = true;
            }
        }
        n++;
        turn = 1;
        wants0 = false;
    }

    static void second() {
        wants1 = true;
        while (wants0) {
            if (turn != 1) {
                wants1 = false;
                while (turn != 1) Thread.onSpinWait();
                wants1 = true;
            }
        }
        n++;
        turn = 0;
        wants1 = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> first());
        t.start();
        second();
        t.join();
        System.out.println("n=" + n);
    }
}
