public class Main {
    private int turn;
    private int turns;

    synchronized void play(int me, int times) {
        try {
            for (int i = 0; i < times; i++) {
                while (turn != me) wait();
                turns++;
                turn = 1 - me;
                notify();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main game = new Main();
        Thread t = new Thread(() -> game.play(1, 1));
        t.start();
        game.play(0, 2);
        t.join();
        System.out.println("turns=" + game.turns);
    }
}
