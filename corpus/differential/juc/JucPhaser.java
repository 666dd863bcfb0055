import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucPhaser {
    static String info(Phaser p) {
        return "phase=" + p.getPhase() + " reg=" + p.getRegisteredParties() + " arr=" + p.getArrivedParties() + " un="
                + p.getUnarrivedParties() + " term=" + p.isTerminated();
    }

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        Phaser p = new Phaser();
        System.out.println(info(p));
        bad("arrive unregistered", p::arrive);
        System.out.println(p.register() + " " + p.bulkRegister(2) + " " + info(p));
        System.out.println(p.arrive() + " " + p.arrive() + " " + info(p));
        System.out.println(p.arriveAndAwaitAdvance() + " " + info(p));
        System.out.println(p.arriveAndDeregister() + " " + info(p));
        System.out.println(p.arrive() + " " + p.arriveAndDeregister() + " " + info(p));
        System.out.println("past phase " + p.awaitAdvance(0) + " " + p.awaitAdvanceInterruptibly(1));
        try {
            p.awaitAdvanceInterruptibly(2, 2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout");
        }
        System.out.println(p.arriveAndDeregister() + " " + info(p).replaceAll("phase=-?\\d+", "phase=" + (p.getPhase() - Integer.MIN_VALUE)));
        System.out.println("after termination " + (p.register() < 0) + " " + (p.arrive() < 0) + " " + (p.awaitAdvance(0) < 0));
        bad("negative parties", () -> new Phaser(-1));
        bad("bulk negative", () -> new Phaser().bulkRegister(-1));
        bad("too many", () -> new Phaser(1 << 16));

        // onAdvance ends after three phases
        StringBuffer log = new StringBuffer();
        Phaser three = new Phaser(3) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                log.append("adv").append(phase).append('/').append(parties).append(' ');
                return phase >= 2 || parties == 0;
            }
        };
        int[] cell = new int[3];
        AtomicInteger bad = new AtomicInteger();
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                int r = 0;
                while (!three.isTerminated()) {
                    cell[k]++;
                    r++;
                    int ph = three.arriveAndAwaitAdvance();
                    if (ph >= 0 && ph != r) {
                        bad.incrementAndGet();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(log + "cells " + cell[0] + cell[1] + cell[2] + " bad " + bad + " " + three.isTerminated());

        // workers that register themselves and leave after different numbers of rounds
        Phaser dyn = new Phaser(1);
        AtomicInteger rounds = new AtomicInteger();
        Thread[] us = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            dyn.register();
            us[i] = new Thread(() -> {
                for (int r = 0; r <= k; r++) {
                    rounds.incrementAndGet();
                    if (r == k) {
                        dyn.arriveAndDeregister();
                    } else {
                        dyn.arriveAndAwaitAdvance();
                    }
                }
            });
            us[i].start();
        }
        for (int r = 0; r < 4; r++) {
            int ph = dyn.arriveAndAwaitAdvance();
            System.out.print(ph + " ");
            if (ph >= 4) {
                break;
            }
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println("rounds " + rounds + " left " + dyn.getRegisteredParties());
        dyn.forceTermination();
        System.out.println(dyn.isTerminated() + " " + (dyn.getPhase() < 0) + " " + (dyn.arriveAndAwaitAdvance() < 0));

        // awaiting without taking part
        Phaser gate = new Phaser(1);
        int[] seen = new int[3];
        Thread[] vs = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int k = i;
            vs[i] = new Thread(() -> seen[k] = gate.awaitAdvance(0));
            vs[i].start();
        }
        gate.arrive();
        for (Thread t : vs) {
            t.join();
        }
        System.out.println(seen[0] + " " + seen[1] + " " + seen[2]);

        boolean[] intr = new boolean[2];
        Thread w = new Thread(() -> {
            try {
                gate.awaitAdvanceInterruptibly(1);
            } catch (InterruptedException e) {
                intr[0] = true;
            }
        });
        w.start();
        w.interrupt();
        w.join();
        Thread f = new Thread(() -> intr[1] = gate.awaitAdvance(1) < 0);
        f.start();
        gate.forceTermination();
        f.join();
        System.out.println(intr[0] + " " + intr[1]);
    }
}
