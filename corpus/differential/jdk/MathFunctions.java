public class MathFunctions {
    static String attempt(java.util.function.Supplier<Object> s) {
        try {
            return "" + s.get();
        } catch (ArithmeticException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) {
        System.out.println(Math.abs(-5) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.abs(Long.MIN_VALUE) + " " + Math.abs(-0.0) + " " + Math.abs(-2.5f) + " " + Math.abs(Double.NaN) + " " + attempt(() -> Math.absExact(Integer.MIN_VALUE)) + " " + attempt(() -> Math.absExact(-4L)));
        for (int a : new int[] {7, -7, Integer.MIN_VALUE}) {
            for (int b : new int[] {3, -3, -1}) {
                System.out.print(Math.floorDiv(a, b) + " " + Math.floorMod(a, b) + " " + Math.floorDiv((long) a, b) + " " + Math.floorMod((long) a, b) + "; ");
            }
        }
        System.out.println(attempt(() -> Math.floorDiv(1, 0)) + attempt(() -> Math.floorMod(1L, 0L)));
        System.out.println(attempt(() -> Math.addExact(Integer.MAX_VALUE, 1)) + " " + attempt(() -> Math.subtractExact(Long.MIN_VALUE, 1L)) + " " + attempt(() -> Math.multiplyExact(1 << 20, 1 << 20)) + " " + attempt(() -> Math.multiplyExact(1L << 40, 1L << 40)) + " " + attempt(() -> Math.negateExact(Integer.MIN_VALUE)) + " " + attempt(() -> Math.toIntExact(1L << 32)) + " " + attempt(() -> Math.incrementExact(Integer.MAX_VALUE)) + " " + attempt(() -> Math.decrementExact(Long.MIN_VALUE)) + " " + attempt(() -> Math.addExact(2, 3)) + " " + attempt(() -> Math.multiplyExact(Long.MIN_VALUE, -1)));
        double[] ds = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 0.49999999999999994, 1e18, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4503599627370497.5, 2147483647.5, Double.MIN_VALUE};
        for (double d : ds) {
            System.out.println(d + ": " + Math.floor(d) + " " + Math.ceil(d) + " " + Math.rint(d) + " " + Math.round(d) + " " + Math.round((float) d) + " " + Math.sqrt(d) + " " + Math.signum(d) + " " + Math.ulp(d) + " " + Math.nextUp(d) + " " + Math.nextDown(d) + " " + Math.getExponent(d) + " " + Math.copySign(3.0, d) + " " + Math.toRadians(d) + " " + Math.toDegrees(d));
        }
        for (float f : new float[] {0f, -0f, 1f, 0.1f, Float.MAX_VALUE, Float.MIN_VALUE, Float.NaN}) {
            System.out.println(f + ": " + Math.ulp(f) + " " + Math.nextUp(f) + " " + Math.nextDown(f) + " " + Math.getExponent(f) + " " + Math.signum(f) + " " + Math.nextAfter(f, 1e9) + " " + Math.scalb(f, 3));
        }
        System.out.println(Math.multiplyHigh(Long.MAX_VALUE, Long.MAX_VALUE) + " " + Math.multiplyHigh(Long.MIN_VALUE, Long.MIN_VALUE) + " " + Math.multiplyHigh(-1, 1) + " " + Math.multiplyFull(Integer.MIN_VALUE, Integer.MIN_VALUE) + " " + Math.multiplyHigh(0x123456789ABCDEFL, 0xFEDCBA9876543210L));
        System.out.println(Math.fma(0.1, 10, -1) + " " + (0.1 * 10 - 1) + " " + Math.fma(1e308, 10, Double.NEGATIVE_INFINITY) + " " + Math.fma(0.1f, 10f, -1f) + " " + Math.fma(3.0, 4.0, 5.0) + " " + Math.fma(0.0, Double.POSITIVE_INFINITY, 1));
        System.out.println(Math.hypot(3, 4) + " " + Math.hypot(1e200, 1e200) + " " + Math.hypot(Double.NaN, Double.POSITIVE_INFINITY) + " " + Math.IEEEremainder(5, 3) + " " + Math.IEEEremainder(-7, 2) + " " + Math.scalb(1.0, -1074) + " " + Math.scalb(3, 2000) + " " + Math.nextAfter(1.0, 0));
        System.out.println(Math.max(1, 2L) + " " + Math.min(-1f, 2) + " " + Math.max('a', 98) + " " + Math.min(Long.MIN_VALUE, 0) + " " + Math.max(Float.NaN, 1f));
        System.out.println(Math.pow(2, 10) + " " + Math.pow(0, 0) + " " + Math.pow(Double.NaN, 0) + " " + Math.pow(-2, 3) + " " + Math.pow(-8, 1.0 / 3) + " " + Math.pow(2, -1074) + " " + Math.pow(-0.0, -3) + " " + Math.pow(0.5, Double.POSITIVE_INFINITY) + " " + Math.pow(10, 308) + " " + Math.pow(1, Double.NaN) + " " + Math.pow(9, 0.5));
        System.out.println(Math.exp(0) + " " + Math.exp(1000) + " " + Math.exp(-1000) + " " + Math.log(1) + " " + Math.log(0) + " " + Math.log(-1) + " " + Math.log10(1000) + " " + Math.log1p(0) + " " + Math.expm1(-0.0) + " " + Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(-0.0) + " " + Math.asin(2) + " " + Math.acos(1) + " " + Math.atan2(0, -1) + " " + Math.atan2(-0.0, -1) + " " + Math.atan2(1, 0) + " " + Math.sinh(0) + Math.cosh(0) + Math.tanh(100) + " " + Math.sin(Double.POSITIVE_INFINITY));
        System.out.println((int) Math.signum(-7.5) + " " + Math.sqrt(2) + " " + Math.sqrt(-1) + " " + Math.cbrt(27) + " " + Math.cbrt(-8) + " " + Math.ceil(-0.7) + " " + Math.round(-0.5) + " " + Math.round(Float.MAX_VALUE) + " " + Math.round(1e300));
    }
}
