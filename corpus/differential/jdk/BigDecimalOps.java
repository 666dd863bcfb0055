import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigDecimalOps {
    static BigDecimal d(String s) {
        return new BigDecimal(s);
    }

    static String attempt(java.util.function.Supplier<Object> s) {
        try {
            return "" + s.get();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + "(" + e.getMessage() + ")";
        }
    }

    public static void main(String[] args) {
        String[] ss = {"0", "0.00", "1", "-1.50", "100", "1E+3", "1E-10", "123.456", "-0.001", "99999999999999999999.99", "1.23E+20", "0E+5", "12345678901234567890"};
        for (String s : ss) {
            BigDecimal x = d(s);
            System.out.println(x + " " + x.toPlainString() + " " + x.toEngineeringString() + " " + x.scale() + " " + x.precision() + " " + x.unscaledValue() + " " + x.stripTrailingZeros() + " " + x.signum() + " " + x.hashCode() + " " + x.intValue() + " " + x.doubleValue() + " " + x.negate() + " " + x.toBigInteger() + " " + x.ulp() + " " + x.movePointLeft(3) + " " + x.movePointRight(3) + " " + x.scaleByPowerOfTen(2));
        }
        System.out.println(d("1.1").add(d("2.22")) + " " + d("1.10").subtract(d("1.1")) + " " + d("1.5").multiply(d("2.50")) + " " + d("10").divide(d("4")) + " " + attempt(() -> d("1").divide(d("3"))) + " " + attempt(() -> d("1").divide(d("0"))) + " " + attempt(() -> d("0").divide(d("0"))) + " " + d("7").remainder(d("2.5")) + " " + d("-7").divideToIntegralValue(d("2")) + " " + d("1.1").pow(10));
        for (RoundingMode m : RoundingMode.values()) {
            StringBuilder sb = new StringBuilder(m + ":");
            for (String s : new String[] {"5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"}) {
                sb.append(' ').append(attempt(() -> d(s).setScale(0, m)));
            }
            System.out.println(sb);
        }
        System.out.println(d("1").divide(d("3"), 20, RoundingMode.HALF_UP) + " " + d("2").divide(d("3"), MathContext.DECIMAL32) + " " + d("2").divide(d("3"), MathContext.DECIMAL128) + " " + d("123456789").round(new MathContext(3)) + " " + d("0.000123456").round(new MathContext(2, RoundingMode.UP)) + " " + d("2").sqrt(new MathContext(50)) + " " + d("1.05").pow(30, new MathContext(12)));
        System.out.println(new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal(1e-3) + " " + BigDecimal.valueOf(100, 2) + " " + new BigDecimal("1.0").equals(new BigDecimal("1.00")) + " " + d("1.0").compareTo(d("1.00")) + " " + new BigDecimal(Double.MIN_VALUE).precision() + " " + BigDecimal.valueOf(5e20));
        System.out.println(attempt(() -> d("abc")) + attempt(() -> d("")) + attempt(() -> d("1.5").intValueExact()) + attempt(() -> new BigDecimal(Double.NaN)) + attempt(() -> d("1.25").setScale(1)) + attempt(() -> d("3.00").toBigIntegerExact()) + attempt(() -> d("1E+10").intValueExact()));
        BigDecimal e = BigDecimal.ONE;
        BigDecimal t = BigDecimal.ONE;
        for (int i = 1; i < 60; i++) {
            t = t.divide(BigDecimal.valueOf(i), 70, RoundingMode.HALF_EVEN);
            e = e.add(t);
        }
        System.out.println(e.setScale(60, RoundingMode.DOWN));
        BigDecimal bal = d("1000.00");
        for (int i = 0; i < 12; i++) {
            bal = bal.multiply(d("1.0125")).setScale(2, RoundingMode.HALF_EVEN);
        }
        System.out.println(bal + " " + bal.max(d("2000")) + bal.min(d("1")) + " " + d("-5").abs() + d("5").plus(new MathContext(1)) + " " + java.util.Arrays.toString(d("17.5").divideAndRemainder(d("4"))));
        System.out.println(d("1e400").doubleValue() + " " + d("1e-400").doubleValue() + " " + d("0.1").floatValue() + " " + d("12345678901234567890").longValue() + " " + MathContext.DECIMAL64 + " " + new MathContext("precision=5 roundingMode=FLOOR").getPrecision());
    }
}
