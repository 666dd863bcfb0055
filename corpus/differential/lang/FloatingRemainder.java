public class FloatingRemainder {
    public static void main(String[] args) {
        double[][] pairs = {{5.5, 2}, {-5.5, 2}, {5.5, -2}, {-5.5, -2}, {1e300, 3}, {1e17, 7}, {0.3, 0.1}, {1, 0.1}, {-0.0, 3}, {0.0, -3},
            {6, 3}, {-6, 3}, {Double.MAX_VALUE, 1e-300}, {Double.MIN_VALUE, 2}, {3, Double.MIN_VALUE}, {4, Double.POSITIVE_INFINITY},
            {Double.POSITIVE_INFINITY, 4}, {4, 0}, {0, 0}, {Double.NaN, 1}, {1, Double.NaN}, {-7, Double.NEGATIVE_INFINITY},
            {9007199254740993.0, 2}, {1e-320, 3e-321}, {123456.789, 0.001}};
        for (double[] p : pairs) {
            System.out.println(p[0] + " % " + p[1] + " = " + p[0] % p[1] + " ieee " + Math.IEEEremainder(p[0], p[1]));
        }
        float[][] fp = {{5.5f, 2}, {-5.5f, 2}, {1e30f, 3}, {0.3f, 0.1f}, {-0f, 3}, {6, 3}, {-6, 3}, {Float.MAX_VALUE, 1e-40f},
            {Float.POSITIVE_INFINITY, 1}, {1, 0}, {16777217f, 2f}, {1e-45f, 1f}, {3.14159f, 1.41421f}};
        for (float[] p : fp) {
            System.out.println(p[0] + " %f " + p[1] + " = " + p[0] % p[1]);
        }
        double angle = 725.25;
        angle %= 360;
        System.out.println(angle);
        int i = 17;
        i %= 4.5;
        System.out.println(i);
        char c = 'z';
        c %= 50.5f;
        System.out.println((int) c);
        long l = Long.MAX_VALUE;
        l %= 1e10f;
        System.out.println(l);
        byte b = 100;
        b %= 7.7;
        System.out.println(b);
        System.out.println(5 % 3.0f + " " + 5L % 3.5 + " " + 'a' % 10.0 + " " + (byte) 120 % 11f);
        double sum = 0;
        for (int k = 1; k < 200; k++) {
            sum += (k * 1.7) % (k * 0.3 + 0.01) - (-k * 2.3) % 0.7;
        }
        System.out.println(sum);
        float fsum = 0;
        for (int k = 1; k < 200; k++) {
            fsum += (k * 1.7f) % (k * 0.3f + 0.01f) - (-k * 2.3f) % 0.7f;
        }
        System.out.println(fsum);
        double x = 10;
        double y = 3;
        double q = (long) (x / y);
        System.out.println((x - q * y == x % y) + " " + (x - q * y));
    }
}
