public class Main {
    static volatile int turn;

    static void run(int me) {
        for (int round = 0; round < 2; round++) {
            while (turn != me) {
                Thread.yield();
            }
            turn = 1 - me;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> run(1));
        other.start();
        run(0);
        other.join();
    }
}
