public class DoubleParsing {
    static void p(String s) {
        try {
            double d = Double.parseDouble(s);
            float f = Float.parseFloat(s);
            System.out.println("[" + s + "] " + Long.toHexString(Double.doubleToRawLongBits(d)) + " " + Integer.toHexString(Float.floatToRawIntBits(f)));
        } catch (NumberFormatException e) {
            System.out.println("[" + s + "] " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        String[] ss = {"0", "-0", "1", "+1.5", ".5", "5.", "1e3", "1E-3", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400",
            "2.2250738585072011e-308", "2.2250738585072012e-308", "0.1", "0.30000000000000004", "9007199254740993", "9007199254740992.99999999", "9007199254740993.00000001", "123456789012345678901234567890",
            "NaN", "Infinity", "-Infinity", "+NaN", "1d", "1f", "1.5D", "1e5F", "0x1p3", "0x1.8p1", "0X.8P-2", "0x1p-1074", "0x1.fffffffffffff8p0", " 7 ", "\t3.5\n", "16777217", "3.4028235677973366e38", "1.4e-45", "7.0e-46", "7.1e-46",
            "1.00000017881393421514957253748434595763683319091796875001", "1.00000017881393432617187499", "8.5e22", "1e22", "1e23", "6.02214076e23", "000000000000000000001.50000000000000000000",
            "0.00000000000000000000000000000000000000000000000000000001e56", "1" + "0".repeat(100), "0." + "0".repeat(50) + "1", "179769313486231580793e289"};
        for (String s : ss) {
            p(s);
        }
        for (String s : new String[] {"", " ", "abc", "1e", "e5", "1.2.3", "--1", "1,5", "0x1", "0x", "nan", "infinity", "1e+", "1 2", ".", "+", "1L", "0x1p", "1_0"}) {
            p(s);
        }
        try {
            Double.parseDouble(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        System.out.println(Double.valueOf("2.50").equals(2.5) + " " + Double.valueOf(3).intValue() + " " + Double.valueOf(-7.9).longValue() + " " + Double.valueOf(1e10).intValue() + " " + Double.valueOf(300.7).byteValue() + " " + Double.valueOf(0.1).floatValue());
        System.out.println(Double.MIN_EXPONENT + " " + Double.MAX_EXPONENT + " " + Double.MIN_NORMAL + " " + Double.SIZE + " " + Float.MIN_NORMAL + " " + Double.isFinite(1 / 0.0) + Double.isInfinite(-1 / 0.0) + Float.isFinite(1f) + " " + Double.sum(1, 2) + Double.max(1, Double.NaN) + Float.min(-0f, 0f));
        System.out.println(Double.hashCode(1.5) + " " + Double.valueOf(Double.NaN).hashCode() + " " + Float.hashCode(1.5f) + " " + Double.valueOf(1).compareTo(Double.NaN) + " " + Double.doubleToLongBits(Double.longBitsToDouble(0x7ff8000000000001L)));
    }
}
