public class NumericConversions {
    public static void main(String[] args) {
        double[] ds = {0.0, -0.0, 0.5, -0.5, 0.999999999, 1.5, -1.5, 127.9, 128, -128.9, -129, 255.5, 32767.9, 32768, -32769, 65535.9, 65536,
            2147483647.0, 2147483647.9, 2147483648.0, -2147483648.9, -2147483649.0, 4294967296.0, 9.223372036854775e18, 9.3e18, -9.3e18, 1e100,
            -1e100, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e-46, 3.4028235e38, 3.5e38,
            16777217.0, 0.1, 1.0 / 3};
        for (double d : ds) {
            System.out.println(d + " -> " + (int) d + " " + (long) d + " " + (short) d + " " + (byte) d + " " + (int) (char) d + " " + (float) d
                + " " + (double) (float) d);
        }
        float[] fs = {0f, -0f, 0.5f, -1.99f, 127.5f, 300f, 70000f, 2147483648f, -2147483648f, -2147483904f, 1e10f, 9.223372E18f, -1e20f,
            Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, 0.1f};
        for (float f : fs) {
            System.out.println(f + " -> " + (int) f + " " + (long) f + " " + (short) f + " " + (byte) f + " " + (int) (char) f + " " + (double) f);
        }
        int[] is = {16777216, 16777217, 16777218, 16777219, -16777217, 33554435, 2147483647, 2147483583, 2147483520, -2147483648, 123456789};
        for (int i : is) {
            System.out.println(i + " -> " + (float) i + " " + (int) (float) i + " " + (double) i + " " + (i - (int) (float) i));
        }
        long[] ls = {1L << 53, (1L << 53) + 1, (1L << 53) + 2, (1L << 53) + 3, Long.MAX_VALUE, Long.MAX_VALUE - 512, Long.MAX_VALUE - 511,
            Long.MIN_VALUE, 0x7fffffbfffffffffL, 0x7fffff4000000001L, 123456789012345678L, (1L << 24) + 1, -(1L << 60) - 1};
        for (long l : ls) {
            System.out.println(l + " -> " + (float) l + " " + (double) l + " " + (long) (float) l + " " + (long) (double) l + " " + (int) (float) l);
        }
        System.out.println((byte) 200 + " " + (byte) -129 + " " + (short) 40000 + " " + (char) 65 + " " + (char) (byte) -1 / 1 + " " + (int) (char) -1);
        System.out.println((byte) '\u00e9' + " " + (short) '\uabcd' + " " + (char) ('a' + 1) + " " + (int) (char) (short) -2);
        System.out.println((long) (int) 3000000000L + " " + (int) 3000000000L + " " + (char) 3000000065L / 1);
        byte b = 10;
        b += 300;
        System.out.println(b);
        b *= 2.9;
        System.out.println(b);
        b -= 1e20;
        System.out.println(b);
        short s = 1;
        s += 1e9;
        System.out.println(s);
        char c = 'a';
        c += 1.7;
        System.out.println(c);
        c *= 1000;
        System.out.println((int) c);
        int i = 1;
        i += 1e300;
        System.out.println(i);
        i -= Double.NaN;
        System.out.println(i);
        float f = 1;
        f += 1e-9;
        System.out.println(f);
        f = 16777216;
        f++;
        System.out.println(f);
        double d = 0.1f;
        System.out.println(d + " " + (d == 0.1) + " " + ((float) d == 0.1f) + " " + (0.1f == 0.1) + " " + (0.5f == 0.5));
        System.out.println((int) 'a' + 'b' + " " + (char) ('a' + 'b' - 'a'));
        System.out.println(1 / 3 * 3.0 + " " + 1 / 3.0f * 3 + " " + (5 / 2 + 5 / 2.0) + " " + (float) 1 / 3 + " " + (double) (1 / 3));
    }
}
