import java.util.concurrent.Phaser;

public class Main {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(2);
        new Thread(() -> phaser.getPhase()).start();
        phaser.arriveAndAwaitAdvance();
    }
}
