public class StrictMathPrecision {
    public static void main(String[] args) {
        double[] xs = {0.1, 0.5, 0.7853981633974483, 1, 1.5707963267948966, 2, 3, 3.141592653589793, 10, 100, 1e5, 1e10, 1e22, -0.3, -2.5, 1e-5, 1e-300, 0.999999, 7.5, 709.5, -745};
        for (double x : xs) {
            System.out.println(x + " sin " + StrictMath.sin(x) + " cos " + StrictMath.cos(x) + " tan " + StrictMath.tan(x));
            System.out.println(x + " exp " + StrictMath.exp(x) + " expm1 " + StrictMath.expm1(x) + " log " + StrictMath.log(x) + " log10 " + StrictMath.log10(x) + " log1p " + StrictMath.log1p(x));
            System.out.println(x + " asin " + StrictMath.asin(x) + " acos " + StrictMath.acos(x) + " atan " + StrictMath.atan(x) + " sinh " + StrictMath.sinh(x) + " cosh " + StrictMath.cosh(x) + " tanh " + StrictMath.tanh(x));
            System.out.println(x + " sqrt " + StrictMath.sqrt(x) + " cbrt " + StrictMath.cbrt(x) + " hypot " + StrictMath.hypot(x, 1.5) + " atan2 " + StrictMath.atan2(x, -0.75) + " rem " + StrictMath.IEEEremainder(x, 0.3));
        }
        double[] ps = {0.5, 2, -1, 1.0 / 3, 10, 0, 100.25, -0.1, 3};
        for (double b : new double[] {0.5, 2, 1.0000001, 10, 3.7, -2, -0.0, 1e-10}) {
            StringBuilder sb = new StringBuilder("pow " + b + ":");
            for (double p : ps) {
                sb.append(' ').append(StrictMath.pow(b, p));
            }
            System.out.println(sb);
        }
        double acc = 0;
        for (int i = 1; i < 500; i++) {
            acc += StrictMath.sin(i) * StrictMath.exp(-i / 100.0) + StrictMath.log(i) / StrictMath.cosh(i / 50.0) - StrictMath.atan(i * 0.01) * StrictMath.pow(i, 0.1);
        }
        System.out.println(acc);
        System.out.println(StrictMath.toRadians(180) + " " + StrictMath.toDegrees(1) + " " + StrictMath.rint(2.5) + " " + StrictMath.floor(-1.5) + " " + StrictMath.ceil(-0.5) + " " + StrictMath.ulp(1e10) + " " + StrictMath.nextUp(1f) + " " + StrictMath.round(2.5) + " " + StrictMath.abs(-3L) + StrictMath.floorMod(-7, 3));
    }
}
