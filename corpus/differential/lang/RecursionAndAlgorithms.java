import java.util.function.*;
import java.util.*;

public class RecursionAndAlgorithms {
    static int fibs(int n) {
        return n < 2 ? n : fibs(n - 1) + fibs(n - 2);
    }
    static int depth(int n) {
        try {
            return depth(n + 1);
        } catch (StackOverflowError e) {
            return n > 500 ? 1 : 0;
        }
    }
    static class Node {
        Node next;
        int v;
        Node(int v, Node n) {
            this.v = v;
            next = n;
        }
    }
    public static void main(String[] a) {
        System.out.println(fibs(22) + " " + depth(0));
        Node h = null;
        for (int i = 0; i < 100000; i++) h = new Node(i, h);
        long s = 0;
        for (Node n = h; n != null; n = n.next) s += n.v;
        System.out.println(s);
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 200000; i++) sb.append((char) ('a' + i % 26));
        System.out.println(sb.length() + " " + sb.toString().hashCode());
        int[] sieve = new int[100000];
        int c = 0;
        for (int i = 2; i < sieve.length; i++) if (sieve[i] == 0) {
            c++;
            for (int j = i * 2; j < sieve.length; j += i) sieve[j] = 1;
        }
        System.out.println(c);
        long[][] m = {{1, 1}, {1, 0}}, r = {{1, 0}, {0, 1}};
        for (int p = 90; p > 0; p >>= 1) {
            if ((p & 1) == 1) r = mul(r, m);
            m = mul(m, m);
        }
        System.out.println(r[0][1]);
        System.out.println(queens(7, new int[7], 0) + " " + collatz(837799));
        Map<Long, Long> memo = new HashMap<>();
        System.out.println(ways(80, memo));
    }
    static long[][] mul(long[][] a, long[][] b) {
        long[][] c = new long[2][2];
        for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2;
                k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }
    static int queens(int n, int[] q, int r) {
        if (r == n) return 1;
        int t = 0;
        o: for (int c = 0; c < n; c++) {
            for (int i = 0; i < r; i++) if (q[i] == c || Math.abs(q[i] - c) == r - i) continue o;
            q[r] = c;
            t += queens(n, q, r + 1);
        }
        return t;
    }
    static int collatz(long n) {
        int s = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            s++;
        }
        return s;
    }
    static long ways(long n, Map<Long, Long> m) {
        if (n <= 1) return 1;
        Long c = m.get(n);
        if (c != null) return c;
        long w = ways(n - 1, m) + ways(n - 2, m);
        m.put(n, w);
        return w;
    }
}
