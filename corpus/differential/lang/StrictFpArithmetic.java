public class StrictFpArithmetic {
    static void bits(String l, double d) {
        System.out.println(l + " " + Long.toHexString(Double.doubleToRawLongBits(d)) + " " + d);
    }

    static void bits(String l, float f) {
        System.out.println(l + " " + Integer.toHexString(Float.floatToRawIntBits(f)) + " " + f);
    }

    public static void main(String[] args) {
        double a = 0.1, b = 0.2, c = 0.3;
        bits("0.1+0.2", a + b);
        bits("(a+b)+c", (a + b) + c);
        bits("a+(b+c)", a + (b + c));
        bits("1/3", 1.0 / 3);
        bits("1/49*49", 1.0 / 49 * 49);
        bits("max*max/max", Double.MAX_VALUE * Double.MAX_VALUE / Double.MAX_VALUE);
        bits("min/2", Double.MIN_VALUE / 2);
        bits("min*1.5", Double.MIN_VALUE * 1.5);
        bits("normal/2", Double.MIN_NORMAL / 2);
        bits("denorm mul", 1e-200 * 1e-120);
        bits("denorm back", 1e-200 * 1e-120 * 1e120);
        bits("double rounding", 9007199254740993.0 + 1.0000000001);
        bits("max+ulp/2", Double.MAX_VALUE + Math.ulp(Double.MAX_VALUE) / 2);
        bits("big+small", 1e16 + 1);
        bits("big+small-big", 1e16 + 1 - 1e16);
        bits("f 0.1+0.2", 0.1f + 0.2f);
        bits("f mul", 1.1f * 1.1f);
        bits("f*d", 1.1f * 1.1);
        bits("f div", 1f / 3f);
        bits("f denorm", Float.MIN_NORMAL / 3);
        bits("f min/2", Float.MIN_VALUE / 2);
        bits("f overflow", Float.MAX_VALUE * 1.0000001f);
        bits("f cancel", 1e8f + 1f - 1e8f);
        bits("f via double", (float) (1e8f + 1.0 - 1e8f));
        bits("neg zero mul", -1.0 * 0.0);
        bits("inf-inf", Double.POSITIVE_INFINITY * 0 == 0 ? 1 : 0);
        double sum = 0;
        for (int i = 1; i <= 10000; i++) {
            sum += 1.0 / i;
        }
        bits("harmonic", sum);
        float fsum = 0;
        for (int i = 1; i <= 10000; i++) {
            fsum += 1f / i;
        }
        bits("f harmonic", fsum);
        double x = 1;
        for (int i = 0; i < 50; i++) {
            x = x - (x * x - 2) / (2 * x);
        }
        bits("newton", x);
        double lg = 0.3;
        for (int i = 0; i < 200; i++) {
            lg = 3.9 * lg * (1 - lg);
        }
        bits("logistic", lg);
        float fl = 0.3f;
        for (int i = 0; i < 200; i++) {
            fl = 3.9f * fl * (1 - fl);
        }
        bits("f logistic", fl);
        double e = 1;
        double term = 1;
        for (int i = 1; i < 30; i++) {
            term /= i;
            e += term;
        }
        bits("e", e);
        double kahan = 0, comp = 0;
        for (int i = 0; i < 1000; i++) {
            double y = 0.1 - comp;
            double t = kahan + y;
            comp = (t - kahan) - y;
            kahan = t;
        }
        bits("kahan", kahan);
        double eps = 1;
        int n = 0;
        while (1 + eps / 2 != 1) {
            eps /= 2;
            n++;
        }
        bits("eps" + n, eps);
        double p = 1;
        int m = 0;
        while (p > 0) {
            p /= 2;
            m++;
        }
        System.out.println(m);
        bits("poly", ((1.5 * a - 2.25) * a + 3.125) * a - 0.0625);
        bits("int mix", 7 / 2 * 1.5f + 7 / 2f * 1.5 + 7L / 2);
    }
}
