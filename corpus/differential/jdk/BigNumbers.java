import java.math.*;
import java.util.*;

public class BigNumbers {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"),
                b = BigInteger.TWO.pow(100).subtract(BigInteger.ONE);
        System.out.println(a.multiply(b) + " " + a.divide(BigInteger.valueOf(7)) + " " + a.mod(b) + " "
                + a.gcd(BigInteger.valueOf(90)) + " " + a.negate().shiftRight(3) + " " + b.bitCount() + " "
                + b.bitLength() + " " + a.sqrt());
        System.out.println(a.modPow(BigInteger.TEN, b) + " "
                + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " "
                + new BigInteger("104729").isProbablePrime(20) + " " + BigInteger.valueOf(100).nextProbablePrime()
                + " " + a.toString(36) + " " + new BigInteger("-ff", 16) + " "
                + Arrays.toString(a.negate().toByteArray()));
        System.out.println(a.xor(b).andNot(BigInteger.valueOf(0xFF)) + " " + a.testBit(5) + a.setBit(200).bitLength()
                + " " + a.longValue() + " " + a.intValue() + " " + a.doubleValue() + " " + a.floatValue() + " "
                + a.hashCode() + " " + a.compareTo(b) + a.signum());
        try {
            a.longValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            a.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BigInteger("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            BigInteger.TEN.pow(-1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        BigInteger f = BigInteger.ONE;
        for (int i = 1; i <= 100; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.getLowestSetBit());
        System.out.println(f.multiply(f).multiply(f).multiply(f).pow(4).toString().hashCode() + " "
                + f.pow(30).sqrt().toString().length());
        BigDecimal x = new BigDecimal("123.4500"), y = new BigDecimal("0.007");
        System.out.println(x.add(y) + " " + x.multiply(y) + " " + x.divide(y, 10, RoundingMode.HALF_EVEN) + " "
                + x.stripTrailingZeros() + " " + x.scale() + x.precision() + x.unscaledValue() + " " + x.setScale(1,
                RoundingMode.HALF_UP) + " " + x.remainder(y) + " " + x.pow(3) + " " + x.negate().abs().ulp());
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            x.setScale(1, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(BigDecimal.ONE.divide(new BigDecimal(3), MathContext.DECIMAL128) + " "
                + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1) + " " + new BigDecimal("1E-10").toPlainString()
                + " " + new BigDecimal("12345E5").toEngineeringString() + " " + new BigDecimal("1e400").toString()
                + " " + new BigDecimal("2").sqrt(new MathContext(30)));
        System.out.println(new BigDecimal("1.0").equals(new BigDecimal("1.00")) + " "
                + new BigDecimal("1.0").compareTo(new BigDecimal("1.00")) + " " + new BigDecimal("1.0").hashCode()
                + " " + Arrays.toString(new BigDecimal("17.5").divideAndRemainder(new BigDecimal("3")))
                + new BigDecimal("-7.5").round(new MathContext(1)) + " " + new MathContext(5, RoundingMode.CEILING));
        for (RoundingMode r : RoundingMode.values()) if (r != RoundingMode.UNNECESSARY) System.out.print(r + ":"
                + new BigDecimal("-2.5").setScale(0, r) + "," + new BigDecimal("1.1").setScale(0, r) + " ");
        System.out.println();
        System.out.println(new BigDecimal("9999999999999999999").movePointLeft(25) + " "
                + BigDecimal.valueOf(123456789L, 4) + " " + new BigDecimal("0E+3") + " "
                + new BigDecimal("0.000").signum() + " " + new BigDecimal("1234.5678").toBigInteger()
                + new BigDecimal("1e2").intValueExact() + " " + BigDecimal.TEN.scaleByPowerOfTen(-3));
        System.out.println(new Random(5).ints(3, 0, 100).boxed().toList() + " " + new BigInteger(70, new Random(3))
                + " " + BigInteger.probablePrime(40, new Random(9)));
    }
}
