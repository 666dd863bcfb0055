public class MathTranscendentals {
    public static void main(String[] args) {
        // values at which the platform functions and the strict ones agree to the last bit
        double[] xs = {0.5, 2, 10, 0.25, 1.5, -1, -0.5, 100, 1e-3, 0.3, 0.9, 5, 1e5, 1e-9, 12.34, -3.3};
        for (double x : xs) {
            System.out.println(x + " " + Math.sin(x) + " " + Math.cos(x) + " " + Math.tan(x) + " " + Math.exp(x) + " " + Math.log(x) + " " + Math.log10(x));
            System.out.println(x + " " + Math.asin(x) + " " + Math.acos(x) + " " + Math.atan(x) + " " + Math.sinh(x) + " " + Math.cosh(x) + " " + Math.tanh(x)
                + " " + Math.expm1(x) + " " + Math.log1p(x) + " " + Math.cbrt(x) + " " + Math.hypot(x, 2) + " " + Math.atan2(x, 3));
            System.out.println(x + " " + Math.pow(x, 0.5) + " " + Math.pow(x, 3) + " " + Math.pow(x, -2) + " " + Math.pow(x, 1.7) + " " + Math.pow(x, 0));
        }
        // everywhere else at most one unit in the last place apart
        int far = 0;
        for (int i = -300; i < 300; i++) {
            double x = i * 0.173 + 0.05;
            far += away(Math.sin(x), StrictMath.sin(x)) + away(Math.cos(x), StrictMath.cos(x)) + away(Math.tan(x), StrictMath.tan(x))
                + away(Math.exp(x), StrictMath.exp(x)) + away(Math.log(x), StrictMath.log(x)) + away(Math.pow(Math.abs(x), 1.1), StrictMath.pow(Math.abs(x), 1.1));
        }
        System.out.println(far);
        System.out.println(Math.PI + " " + Math.E + " " + Math.toDegrees(Math.PI / 6) + " " + Math.toRadians(30));
    }

    static int away(double a, double b) {
        return Double.isNaN(a) && Double.isNaN(b) || Math.abs(a - b) <= Math.ulp(b) ? 0 : 1;
    }
}
