public class DoubleToStringCases {
    static void d(double x) {
        String s = Double.toString(x);
        System.out.println(Long.toHexString(Double.doubleToLongBits(x)) + " " + s + " " + (Double.parseDouble(s) == x || x != x) + " " + Double.toHexString(x));
    }

    static void f(float x) {
        String s = Float.toString(x);
        System.out.println(Integer.toHexString(Float.floatToIntBits(x)) + " " + s + " " + (Float.parseFloat(s) == x || x != x) + " " + Float.toHexString(x));
    }

    public static void main(String[] args) {
        double[] ds = {0, -0.0, 1, -1, 10, 100, 1000, 1e6, 9999999, 1e7, 12345678, 1.5e7, 0.1, 0.01, 0.001, 0.0001, 9.999e-4, 1e-5, 0.5, 0.25, 1.0 / 3, 2.0 / 3,
            0.1 + 0.2, 0.3, 1e21, 1e22, 1e23, 9e23, 1.1e23, 123456789012345680.0, 9007199254740991.0, 9007199254740992.0, 9007199254740994.0, 4.35, 2.2250738585072014E-308,
            2.225073858507201E-308, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Math.PI, Math.E, 5e-324, 1.5e-323, 2e-323,
            1.0E-310, 100.5, 1234567.125, 0.3333, 5.0E-5, 2.0E-3, 2.0E-2, 8.41E21, 8.41E20, 2.82879384806159008E17, 1.387364135037754E18, 1.45800632428665E17, 1.9400994884341945E25,
            3.6131332396758635E25, 2.5138990223946153E25, 1.0E15, 1e16, 1e17, 1.8446744073709552E19, 2147483647, 4294967296.0, Long.MAX_VALUE};
        for (double x : ds) {
            d(x);
        }
        float[] fs = {0, -0f, 1, 0.1f, 0.2f, 0.3f, 1f / 3, 1e7f, 9999999f, 1e-3f, 9.9e-4f, 16777216f, 3.4028235e38f, 1.17549435E-38f, 1.4e-45f, 2.8e-45f, 1e10f, 1e-10f,
            3.3554432E7f, 8.589973E9f, 1.0e23f, 2.0e-3f, 8.41e21f, 1.1754942e-38f, Float.NaN, Float.POSITIVE_INFINITY, 123456.789f, 0.7f, 1.1f, 33554436f, 4.7019774e-38f, 2147483647f};
        for (float x : fs) {
            f(x);
        }
        long bits = 0x3ff0000000000001L;
        for (int i = 0; i < 60; i++) {
            d(Double.longBitsToDouble(bits));
            bits = bits * 6364136223846793005L + 1442695040888963407L;
        }
        int fb = 0x3f800001;
        for (int i = 0; i < 40; i++) {
            f(Float.intBitsToFloat(fb));
            fb = fb * 1664525 + 1013904223;
        }
    }
}
