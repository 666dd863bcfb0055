import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(2);
        new Thread(() -> {
            phaser.arriveAndAwaitAdvance();
            phaser.arriveAndDeregister();
        }).start();
        phaser.arriveAndAwaitAdvance();
        System.out.println(phaser.arriveAndAwaitAdvance());
    }
}
