public class ManyArguments {
    static String all(byte a, long b, short c, double d, char e, float f, int g, boolean h, String i, long j, double k, Object l, int[] m, long n, long o, double p, int q) {
        return a + "," + b + "," + c + "," + d + "," + e + "," + f + "," + g + "," + h + "," + i + "," + j + "," + k + "," + l + "," + m.length + "," + n + "," + o + "," + p + "," + q;
    }

    static long longs(long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long b0, long b1, long b2, long b3, long b4, long b5, long b6, long b7, long b8, long b9,
                      long c0, long c1, long c2, long c3, long c4, long c5, long c6, long c7, long c8, long c9) {
        a0 = a9 - b9;
        c9 += a0;
        return a0 + 2 * a1 + 3 * a2 + 4 * a3 + 5 * a4 + 6 * a5 + 7 * a6 + 8 * a7 + 9 * a8 + a9 + b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7 + b8 + b9 * c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9 * 1000;
    }

    double inst(double a, float b, double c, float d, int e, double f) {
        return ((a - b) * c - d) / e + f;
    }

    static int order(int a, int b, int c) {
        return a * 100 + b * 10 + c;
    }

    static int i;

    static byte rb(int x) { return (byte) x; }
    static short rs(int x) { return (short) x; }
    static char rc(int x) { return (char) x; }
    static boolean rz(int x) { return x > 0; }
    static float rf(double x) { return (float) x; }
    static long rl(int x) { return x; }

    interface Many { long go(int a, long b, double c, float d, char e, byte f, short g, boolean h, String i, int... j); }

    static long sum(int a, long b, double c, float d, char e, byte f, short g, boolean h, String i, int... j) {
        long r = a + b + (long) c + (long) d + e + f + g + (h ? 1 : 0) + i.length();
        for (int x : j) {
            r = r * 2 + x;
        }
        return r;
    }

    static void reassign(int a, long b, String c, int[] d) {
        a++;
        b = a;
        c += b;
        d[0] = a;
        d = new int[] {99};
        System.out.println(a + " " + b + " " + c + " " + d[0]);
    }

    static int deep(int n, long a, double b, Object c) {
        return n == 0 ? (int) (a + b) + c.hashCode() : deep(n - 1, a + n, b / 2 + n, n % 2 == 0 ? "even" : Integer.valueOf(n)) ^ n;
    }

    public static void main(String[] args) {
        System.out.println(all((byte) -1, 1L << 62, (short) 300, 1e300, 'e', 2.5f, -7, true, null, Long.MIN_VALUE, -0.0, 'o', new int[3], 1, 2, 3, 4));
        System.out.println(longs(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30));
        System.out.println(new ManyArguments().inst(1.5, 0.5f, 3, 1f, 4, 0.25));
        System.out.println(order(i++, i++, i++) + " " + order(i--, --i, i) + " " + i);
        System.out.println(rb(200) + " " + rs(70000) + " " + (int) rc(-1) + " " + rz(-1) + " " + rf(0.1) + " " + rl(-1) + " " + (rb(200) + rs(70000) + rc(65601)));
        Many m = ManyArguments::sum;
        System.out.println(m.go(1, 2, 3.9, 4.9f, 'a', (byte) -5, (short) 6, true, "seven") + " " + m.go(1, 2, 3, 4, 'b', (byte) 5, (short) 6, false, "", 1, 2, 3));
        int a = 1;
        long b = 2;
        String c = "c";
        int[] d = {5};
        reassign(a, b, c, d);
        System.out.println(a + " " + b + " " + c + " " + d[0]);
        System.out.println(deep(300, 1, 2, "x"));
        System.out.println(order(order(1, 2, 3), order(4, 5, 6), order(7, 8, 9)) + order(a = 5, a += 2, a * a));
    }
}
