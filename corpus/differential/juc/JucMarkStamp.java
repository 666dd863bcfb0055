import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

public class JucMarkStamp {
    public static void main(String[] args) throws Exception {
        AtomicStampedReference<String> s = new AtomicStampedReference<>("a", 0);
        int[] h = new int[1];
        System.out.println(s.get(h) + h[0] + " " + s.getReference() + " " + s.getStamp());
        System.out.println(s.compareAndSet("a", "b", 0, 1) + " " + s.compareAndSet("b", "c", 0, 2) + " "
                + s.compareAndSet("x", "c", 1, 2) + " " + s.get(h) + h[0]);
        System.out.println(s.attemptStamp("b", 7) + " " + s.attemptStamp("z", 8) + " " + s.getStamp());
        System.out.println(s.compareAndSet("b", "b", 7, 7) + " " + s.getStamp());
        s.set("b", 7);
        s.set("q", -1);
        System.out.println(s.get(h) + h[0]);
        boolean ok;
        do {
            ok = s.weakCompareAndSet("q", "r", -1, 5);
        } while (!ok);
        System.out.println(s.getReference() + s.getStamp());
        try {
            s.get(new int[0]);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("AIOOBE");
        }

        // the stamp tells A-B-A apart
        AtomicStampedReference<Integer> aba = new AtomicStampedReference<>(1, 0);
        int before = aba.getStamp();
        Thread t = new Thread(() -> {
            aba.compareAndSet(1, 2, 0, 1);
            aba.compareAndSet(2, 1, 1, 2);
        });
        t.start();
        t.join();
        System.out.println("value same " + (aba.getReference() == 1) + " swap " + aba.compareAndSet(1, 9, before, before + 1));

        // counting both parts at once
        AtomicStampedReference<Integer> both = new AtomicStampedReference<>(0, 0);
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    int[] st = new int[1];
                    Integer v;
                    do {
                        v = both.get(st);
                    } while (!both.compareAndSet(v, v + 2, st[0], st[0] + 1));
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println(both.getReference() + " " + both.getStamp());

        AtomicMarkableReference<String> m = new AtomicMarkableReference<>("n", false);
        boolean[] mark = new boolean[1];
        System.out.println(m.get(mark) + mark[0] + " " + m.isMarked() + " " + m.getReference());
        System.out.println(m.attemptMark("n", true) + " " + m.attemptMark("o", false) + " " + m.isMarked());
        System.out.println(m.compareAndSet("n", "p", false, false) + " " + m.compareAndSet("n", "p", true, false) + " "
                + m.get(mark) + mark[0]);
        m.set(null, true);
        System.out.println(m.getReference() + " " + m.isMarked() + " " + m.compareAndSet(null, "back", true, false));

        // logical deletion: exactly one thread marks
        int[] winners = new int[1];
        AtomicMarkableReference<Object> node = new AtomicMarkableReference<>("node", false);
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                if (node.compareAndSet("node", "node", false, true)) {
                    synchronized (winners) {
                        winners[0]++;
                    }
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println("winners " + winners[0] + " marked " + node.isMarked());
    }
}
