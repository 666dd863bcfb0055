import java.util.concurrent.Phaser;

/** The last party leaves a phaser, which ends it. */
public class Main {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        new Thread(phaser::arriveAndDeregister).start();
        System.out.println(phaser.getRegisteredParties() + " " + phaser.isTerminated());
    }
}
