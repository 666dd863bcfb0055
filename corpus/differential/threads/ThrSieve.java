import java.util.ArrayList;
import java.util.List;

public class ThrSieve {
    static class Chan {
        private int value;
        private boolean full;

        synchronized void send(int v) throws InterruptedException {
            while (full) {
                wait();
            }
            value = v;
            full = true;
            notifyAll();
        }

        synchronized int recv() throws InterruptedException {
            while (!full) {
                wait();
            }
            full = false;
            notifyAll();
            return value;
        }
    }

    static class Filter extends Thread {
        final Chan in;
        final List<Integer> primes;

        Filter(Chan in, List<Integer> primes) {
            this.in = in;
            this.primes = primes;
        }

        @Override
        public void run() {
            try {
                int p = in.recv();
                if (p < 0) {
                    return;
                }
                synchronized (primes) {
                    primes.add(p);
                }
                Chan out = new Chan();
                Filter next = new Filter(out, primes);
                next.start();
                int v;
                do {
                    v = in.recv();
                    if (v < 0 || v % p != 0) {
                        out.send(v);
                    }
                } while (v >= 0);
                next.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class MergeSort extends Thread {
        final int[] a;
        final int lo;
        final int hi;

        MergeSort(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void run() {
            if (hi - lo < 2) {
                return;
            }
            int mid = (lo + hi) >>> 1;
            MergeSort l = new MergeSort(a, lo, mid);
            MergeSort r = new MergeSort(a, mid, hi);
            if (hi - lo > 8) {
                l.start();
                r.run();
                try {
                    l.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            } else {
                l.run();
                r.run();
            }
            int[] tmp = new int[hi - lo];
            int i = lo;
            int j = mid;
            for (int k = 0; k < tmp.length; k++) {
                tmp[k] = j >= hi || i < mid && a[i] <= a[j] ? a[i++] : a[j++];
            }
            System.arraycopy(tmp, 0, a, lo, tmp.length);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Integer> primes = new ArrayList<>();
        Chan c = new Chan();
        Filter f = new Filter(c, primes);
        f.start();
        for (int i = 2; i <= 40; i++) {
            c.send(i);
        }
        c.send(-1);
        f.join();
        System.out.println(primes);

        int[] a = new int[60];
        int x = 12345;
        for (int i = 0; i < a.length; i++) {
            x = x * 1103515245 + 12345;
            a[i] = (x >>> 16) % 1000;
        }
        int[] copy = a.clone();
        MergeSort m = new MergeSort(a, 0, a.length);
        m.start();
        m.join();
        java.util.Arrays.sort(copy);
        System.out.println(java.util.Arrays.equals(a, copy) + " " + a[0] + " " + a[30] + " " + a[59]);

        // matrix product, one thread per row
        int n = 5;
        long[][] p = new long[n][n];
        long[][] q = new long[n][n];
        long[][] r = new long[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                p[i][j] = i + j;
                q[i][j] = i * j - 1;
            }
        }
        Thread[] rows = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int row = i;
            rows[i] = new Thread(() -> {
                for (int j = 0; j < n; j++) {
                    for (int k = 0; k < n; k++) {
                        r[row][j] += p[row][k] * q[k][j];
                    }
                }
            });
            rows[i].start();
        }
        for (Thread t : rows) {
            t.join();
        }
        System.out.println(java.util.Arrays.deepToString(r));
    }
}
