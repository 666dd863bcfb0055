import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ThrHandBarrier {
    static class Barrier {
        private final int parties;
        private int waiting;
        private int generation;

        Barrier(int parties) {
            this.parties = parties;
        }

        // true for the last one to come
        synchronized boolean await() throws InterruptedException {
            int g = generation;
            if (++waiting == parties) {
                waiting = 0;
                generation++;
                notifyAll();
                return true;
            }
            while (g == generation) {
                wait();
            }
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        int n = 4;
        int rounds = 5;
        Barrier bar = new Barrier(n);
        int[] cells = new int[n];
        int[] next = new int[n];
        int[] leaders = new int[1];
        List<String> bad = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < n; i++) {
            cells[i] = i + 1;
        }
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                try {
                    for (int r = 0; r < rounds; r++) {
                        // each cell becomes the sum of itself and its neighbours
                        next[k] = cells[k] + cells[(k + 1) % n] + cells[(k + n - 1) % n];
                        if (bar.await()) {
                            synchronized (leaders) {
                                leaders[0]++;
                            }
                        }
                        cells[k] = next[k];
                        bar.await();
                    }
                } catch (InterruptedException e) {
                    bad.add(e.toString());
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        int[] expect = {1, 2, 3, 4};
        for (int r = 0; r < rounds; r++) {
            int[] nn = new int[n];
            for (int i = 0; i < n; i++) {
                nn[i] = expect[i] + expect[(i + 1) % n] + expect[(i + n - 1) % n];
            }
            expect = nn;
        }
        System.out.println(java.util.Arrays.toString(cells) + " " + java.util.Arrays.equals(cells, expect));
        System.out.println("leaders " + leaders[0] + " generation " + bar.generation + " bad " + bad);

        // a barrier for one never waits
        Barrier one = new Barrier(1);
        System.out.println(one.await() + " " + one.await() + " " + one.generation);

        // prefix sums by doubling, three barriers deep
        int m = 8;
        Barrier b8 = new Barrier(m);
        int[] data = {3, 1, 4, 1, 5, 9, 2, 6};
        int[] tmp = new int[m];
        Thread[] us = new Thread[m];
        for (int i = 0; i < m; i++) {
            final int k = i;
            us[i] = new Thread(() -> {
                try {
                    for (int d = 1; d < m; d *= 2) {
                        tmp[k] = k >= d ? data[k] + data[k - d] : data[k];
                        b8.await();
                        data[k] = tmp[k];
                        b8.await();
                    }
                } catch (InterruptedException e) {
                    bad.add(e.toString());
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(data) + " " + bad.size());
    }
}
