public class Main {
    static boolean wants0;
    static boolean wants1;
    static int turn;
    static int n;

    static void first() {
        wants0 = true;
        turn = 1;
        while (wants1 && turn == 1) Thread.onSpinWait();
        n++;
        wants0 = false;
    }

    static void second() {
        wants1 = true;
        turn = 0;
        while (wants0 && turn == 0) Thread.onSpinWait();
        n++;
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
