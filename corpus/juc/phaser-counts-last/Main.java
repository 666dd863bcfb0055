import java.util.concurrent.Phaser;

/** Somebody counts the parties while the last one arrives. */
public class Main {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        new Thread(phaser::arrive).start();
        int phase = phaser.getPhase();
        int arrived = phaser.getArrivedParties();
        System.out.println(phase + " " + arrived + " " + phaser.getPhase());
    }
}
