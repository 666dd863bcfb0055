public class LongArithmeticEdges {
    static String div(long a, long b) {
        try {
            return a / b + " r " + a % b;
        } catch (ArithmeticException e) {
            return e.getMessage();
        }
    }

    static int cmp(long a, long b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }

    public static void main(String[] args) {
        long[] vals = {0, 1, -1, 2, -2, 10, -10, 1L << 31, -(1L << 31), (1L << 32) - 1, 1L << 32, (1L << 53) + 1,
            Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 0x123456789ABCDEFL, 0xCAFEBABEDEADBEEFL};
        for (long a : vals) {
            StringBuilder sb = new StringBuilder();
            for (long b : vals) {
                sb.append(a + b).append(',').append(a - b).append(',').append(a * b).append(',')
                    .append(a & b).append(',').append(a | b).append(',').append(a ^ b).append(',')
                    .append(div(a, b)).append(',').append(cmp(a, b)).append(' ');
            }
            System.out.println(a + ": " + sb);
        }
        for (long a : vals) {
            System.out.println((int) a + " " + (short) a + " " + (byte) a + " " + (int) (char) a + " " + -a + " " + ~a
                + " " + (float) a + " " + (double) a + " " + (long) (double) a + " " + (long) (float) a);
        }
        for (long a : vals) {
            System.out.print((a == 0) + " " + (a < 0) + " " + (a <= 0) + " " + (a > 0) + " " + (a >= 0) + " " + (a != 1) + "; ");
        }
        System.out.println();
        long l = Long.MAX_VALUE;
        l++;
        System.out.println(l + " " + (l == Long.MIN_VALUE));
        l--;
        System.out.println(l--);
        System.out.println(--l);
        long mixed = 1;
        mixed += 2.7;
        System.out.println(mixed);
        mixed *= 1e30;
        System.out.println(mixed);
        mixed = Long.MIN_VALUE;
        mixed -= 1;
        System.out.println(mixed);
        mixed ^= 'x';
        System.out.println(mixed);
        mixed %= 1000;
        System.out.println(mixed);
        int narrow = 100;
        narrow += 10_000_000_000L;
        System.out.println(narrow);
        narrow *= 3_000_000_000L;
        System.out.println(narrow);
        long micros = 24 * 60 * 60 * 1000 * 1000;
        long microsL = 24L * 60 * 60 * 1000 * 1000;
        System.out.println(micros + " " + microsL);
        long f = 1;
        for (int k = 1; k <= 25; k++) {
            f *= k;
            System.out.print(f + " ");
        }
        System.out.println();
        long a = 0;
        long b = 1;
        for (int k = 0; k < 100; k++) {
            long t = a + b;
            a = b;
            b = t;
        }
        System.out.println(a + " " + b);
        long[] two = {5, 6};
        int idx = 0;
        two[idx++] += two[idx] * 10;
        two[idx] <<= 33;
        System.out.println(two[0] + " " + two[1] + " " + idx);
        try {
            two[0] %= two[1] - two[1];
        } catch (ArithmeticException e) {
            System.out.println(e + " " + two[0]);
        }
    }
}
