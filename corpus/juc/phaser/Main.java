import java.util.concurrent.Phaser;

public class Main {
    static int a;

    public static void main(String[] args) {
        Phaser phaser = new Phaser(2);
        new Thread(() -> {
            a = 1;
            phaser.arrive();
        }).start();
        int phase = phaser.arriveAndAwaitAdvance();
        System.out.println("a=" + a + " phase=" + phase);
    }
}
