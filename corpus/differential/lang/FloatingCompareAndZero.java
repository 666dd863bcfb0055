public class FloatingCompareAndZero {
    static String cmp(double a, double b) {
        return "" + (a < b ? 1 : 0) + (a <= b ? 1 : 0) + (a > b ? 1 : 0) + (a >= b ? 1 : 0) + (a == b ? 1 : 0) + (a != b ? 1 : 0)
            + (!(a < b) ? 1 : 0) + (!(a > b) ? 1 : 0);
    }

    static String cmp(float a, float b) {
        return "" + (a < b ? 1 : 0) + (a <= b ? 1 : 0) + (a > b ? 1 : 0) + (a >= b ? 1 : 0) + (a == b ? 1 : 0) + (a != b ? 1 : 0)
            + (!(a < b) ? 1 : 0) + (!(a > b) ? 1 : 0);
    }

    public static void main(String[] args) {
        double[] ds = {0.0, -0.0, 1.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, 1e-310};
        for (double a : ds) {
            StringBuilder sb = new StringBuilder().append(a).append(':');
            for (double b : ds) {
                sb.append(' ').append(cmp(a, b)).append('/').append(Double.compare(a, b));
            }
            System.out.println(sb);
        }
        float[] fs = {0f, -0f, 1f, -1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE};
        for (float a : fs) {
            StringBuilder sb = new StringBuilder().append(a).append(':');
            for (float b : fs) {
                sb.append(' ').append(cmp(a, b)).append('/').append(Float.compare(a, b));
            }
            System.out.println(sb);
        }
        for (double a : ds) {
            StringBuilder sb = new StringBuilder().append(a).append(':');
            for (double b : ds) {
                sb.append(' ').append(a + b).append(',').append(a - b).append(',').append(a * b).append(',').append(a / b).append(',').append(a % b);
            }
            System.out.println(sb);
        }
        System.out.println(1 / 0.0 + " " + 1 / -0.0 + " " + 0.0 / 0 + " " + -(0.0) + " " + (0.0 - 0.0) + " " + (-0.0 + 0.0) + " " + (-0.0 - 0.0));
        double z = 0.0;
        System.out.println(-z + " " + (0 - z) + " " + (z == -z) + " " + Double.valueOf(z).equals(-z) + " " + (1 / -z));
        double nan = z / z;
        System.out.println((nan == nan) + " " + Double.valueOf(nan).equals(nan) + " " + Double.hashCode(nan) + " "
            + Long.toHexString(Double.doubleToLongBits(nan)) + " " + Double.isNaN(nan));
        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(nan, 1) + " " + Math.max(1, nan));
        System.out.println(Math.min(0f, -0f) + " " + Math.max(-0f, 0f) + " " + Math.min(Float.NaN, 1f));
        Object a = true ? 1 : 2.0;
        System.out.println(a);
        double fz = 0;
        fz -= 0.0;
        fz *= -1;
        System.out.println(fz + " " + Double.doubleToRawLongBits(fz) + " " + Float.floatToRawIntBits(-0f));
        System.out.println(Double.compare(0.0, -0.0) + " " + Double.valueOf(-0.0).hashCode() + " " + Double.valueOf(0.0).hashCode());
        float f = Float.intBitsToFloat(0x7fc00001);
        System.out.println(f + " " + Integer.toHexString(Float.floatToIntBits(f)));
        int steps = 0;
        for (double d = 0; d != 1.0 && steps < 20; d += 0.1) {
            steps++;
        }
        System.out.println(steps);
        for (float x = 16777215f; x < 16777220f && steps < 30; x++) {
            steps++;
        }
        System.out.println(steps);
    }
}
