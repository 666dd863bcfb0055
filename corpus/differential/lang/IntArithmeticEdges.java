public class IntArithmeticEdges {
    static int div(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            System.out.println("  div: " + e.getMessage());
            return -77;
        }
    }

    static int rem(int a, int b) {
        try {
            return a % b;
        } catch (ArithmeticException e) {
            System.out.println("  rem: " + e);
            return -78;
        }
    }

    static int sideEffects = 0;

    static int bump(int v) {
        sideEffects++;
        return v;
    }

    public static void main(String[] args) {
        int[] vals = {0, 1, -1, 2, -2, 3, -3, 7, 127, 128, -128, 255, 32767, -32768, 65535, 65536,
            Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 0x55555555, 0xAAAAAAAA};
        for (int a : vals) {
            StringBuilder sb = new StringBuilder();
            for (int b : vals) {
                sb.append(a + b).append(',').append(a - b).append(',').append(a * b).append(',')
                    .append(a & b).append(',').append(a | b).append(',').append(a ^ b).append(' ');
            }
            System.out.println(a + ": " + sb);
        }
        for (int a : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE, -7, 7, 0}) {
            for (int b : new int[] {-1, 1, 2, -2, 3, -3, 0, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                System.out.println(a + " / " + b + " = " + div(a, b) + " % = " + rem(a, b));
            }
        }
        for (int a : vals) {
            System.out.println(-a + " " + ~a + " " + (byte) a + " " + (short) a + " " + (int) (char) a + " " + (long) a
                + " " + (float) a + " " + (double) a);
        }
        int i = Integer.MAX_VALUE;
        i++;
        System.out.println(i);
        i--;
        System.out.println(i);
        i += 5;
        System.out.println(i);
        System.out.println(i++ + ++i - i-- * --i);
        try {
            int r = bump(1) / (bump(0) * bump(5));
            System.out.println("unreachable " + r);
        } catch (ArithmeticException e) {
            System.out.println("caught after " + sideEffects);
        }
        int x = 5;
        x = x++ + x;
        System.out.println(x);
        x = x-- - --x;
        System.out.println(x);
        int y = 10;
        y += y++ + ++y;
        System.out.println(y);
        int h = 1;
        for (int k = 0; k < 100; k++) {
            h = 31 * h + (k ^ (h >>> 7));
        }
        System.out.println(h);
        int fact = 1;
        for (int k = 1; k <= 20; k++) {
            fact *= k;
            System.out.print(fact + " ");
        }
        System.out.println();
        try {
            i = 3;
            i /= (i - 3);
        } catch (ArithmeticException e) {
            System.out.println("compound " + i);
        }
    }
}
