import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class JucExchanger {
    public static void main(String[] args) throws Exception {
        Exchanger<String> ex = new Exchanger<>();
        String[] got = new String[2];
        Thread t = new Thread(() -> {
            try {
                got[0] = ex.exchange("from t");
            } catch (InterruptedException e) {
                got[0] = "interrupted";
            }
        });
        t.start();
        got[1] = ex.exchange("from main");
        t.join();
        System.out.println(got[0] + " / " + got[1]);

        // null may be exchanged
        Thread n = new Thread(() -> {
            try {
                got[0] = "t got " + ex.exchange(null);
            } catch (InterruptedException e) {
                got[0] = "interrupted";
            }
        });
        n.start();
        System.out.println("main got " + ex.exchange("x"));
        n.join();
        System.out.println(got[0]);

        try {
            ex.exchange("alone", 3, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + e.getMessage());
        }
        Thread.currentThread().interrupt();
        try {
            ex.exchange("flagged");
        } catch (InterruptedException e) {
            System.out.println("interrupted, flag " + Thread.currentThread().isInterrupted());
        }
        Thread w = new Thread(() -> {
            try {
                ex.exchange("never");
                got[0] = "?";
            } catch (InterruptedException e) {
                got[0] = "w interrupted";
            }
        });
        w.start();
        while (w.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        w.interrupt();
        w.join();
        System.out.println(got[0]);

        // double buffering: full for empty
        Exchanger<List<Integer>> bufs = new Exchanger<>();
        List<Integer> result = new ArrayList<>();
        Thread filler = new Thread(() -> {
            try {
                List<Integer> cur = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    cur.add(i);
                    if (cur.size() == 5) {
                        cur = bufs.exchange(cur);
                        if (!cur.isEmpty()) {
                            throw new AssertionError("not empty");
                        }
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        filler.start();
        List<Integer> empty = new ArrayList<>();
        StringBuilder sizes = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            List<Integer> full = bufs.exchange(empty, 1, TimeUnit.HOURS);
            sizes.append(full.size()).append(' ');
            result.addAll(full);
            full.clear();
            empty = full;
        }
        filler.join();
        System.out.println(sizes + "" + result);

        // an even number of threads swap in pairs: the multiset stays, nobody keeps its own
        Exchanger<Integer> many = new Exchanger<>();
        List<Integer> out = Collections.synchronizedList(new ArrayList<>());
        int[] own = new int[1];
        Thread[] ts = new Thread[6];
        for (int i = 0; i < 6; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                try {
                    int v = many.exchange(k);
                    if (v == k) {
                        own[0]++;
                    }
                    out.add(v);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            x.join();
        }
        Collections.sort(out);
        System.out.println(out + " own " + own[0]);
    }
}
