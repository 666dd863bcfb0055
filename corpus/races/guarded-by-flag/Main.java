public class Main {
    static volatile int turn;
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (turn == 0) Thread.onSpinWait();
            x++;
        });
        t.start();
        x++;
        turn = 1;
        t.join();
        System.out.println("x=" + x);
    }
}
