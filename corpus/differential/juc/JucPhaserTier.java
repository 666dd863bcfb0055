import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

public class JucPhaserTier {
    public static void main(String[] args) throws Exception {
        StringBuffer log = new StringBuffer();
        Phaser root = new Phaser() {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                log.append("root ").append(phase).append(" with ").append(parties).append("; ");
                return phase == 3;
            }
        };
        System.out.println(root.getParent() + " " + (root.getRoot() == root) + " " + root.getRegisteredParties());
        Phaser left = new Phaser(root, 2);
        Phaser right = new Phaser(root, 3);
        System.out.println("root parties " + root.getRegisteredParties() + " left " + left.getRegisteredParties()
                + " parent " + (left.getParent() == root) + " root " + (right.getRoot() == root));
        // an empty child registers with the parent only when it gets its first party
        Phaser empty = new Phaser(root);
        System.out.println("root parties " + root.getRegisteredParties());
        empty.register();
        System.out.println("root parties " + root.getRegisteredParties());
        // and goes away with the last
        System.out.println(empty.arriveAndDeregister() + " root parties " + root.getRegisteredParties());

        AtomicInteger[] counts = new AtomicInteger[4];
        for (int i = 0; i < 4; i++) {
            counts[i] = new AtomicInteger();
        }
        AtomicInteger bad = new AtomicInteger();
        Thread[] ts = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final Phaser mine = i < 2 ? left : right;
            ts[i] = new Thread(() -> {
                for (int r = 0; r < 4; r++) {
                    counts[r].incrementAndGet();
                    mine.arriveAndAwaitAdvance();
                    // all five of both sides have arrived
                    if (counts[r].get() != 5) {
                        bad.incrementAndGet();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(log.toString().trim());
        System.out.println("bad " + bad + " terminated " + root.isTerminated() + left.isTerminated() + right.isTerminated());

        // step by step on one thread
        Phaser r2 = new Phaser(1);
        Phaser c1 = new Phaser(r2, 1);
        Phaser c2 = new Phaser(r2, 1);
        System.out.println(r2.getRegisteredParties() + " " + r2.getUnarrivedParties());
        System.out.println("c1 arrives in " + c1.arrive() + ", root unarrived " + r2.getUnarrivedParties());
        System.out.println("c2 arrives in " + c2.arrive() + ", root unarrived " + r2.getUnarrivedParties());
        System.out.println("phases " + r2.getPhase() + c1.getPhase() + c2.getPhase());
        System.out.println("root arrives in " + r2.arrive() + ", phases " + r2.getPhase() + c1.getPhase() + c2.getPhase());
        System.out.println("c1 unarrived " + c1.getUnarrivedParties() + " " + c1.arriveAndDeregister() + " root "
                + r2.getRegisteredParties());
        c2.forceTermination();
        System.out.println("termination of a child ends the tree " + r2.isTerminated() + c1.isTerminated());

        // a tree of eight leaves, two per node
        Phaser top = new Phaser();
        Phaser[] nodes = new Phaser[4];
        for (int i = 0; i < 4; i++) {
            nodes[i] = new Phaser(top, 2);
        }
        int[] vals = {1, 2, 3, 4, 5, 6, 7, 8};
        int[] next = new int[8];
        Thread[] us = new Thread[8];
        for (int i = 0; i < 8; i++) {
            final int k = i;
            us[i] = new Thread(() -> {
                for (int d = 1; d < 8; d *= 2) {
                    next[k] = vals[k] + vals[k ^ d];
                    nodes[k / 2].arriveAndAwaitAdvance();
                    vals[k] = next[k];
                    nodes[k / 2].arriveAndAwaitAdvance();
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(vals) + " phase " + top.getPhase());
    }
}
