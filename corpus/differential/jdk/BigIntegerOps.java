import java.math.BigInteger;

public class BigIntegerOps {
    static BigInteger b(String s) {
        return new BigInteger(s);
    }

    static String attempt(java.util.function.Supplier<Object> s) {
        try {
            return "" + s.get();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + "(" + e.getMessage() + ")";
        }
    }

    public static void main(String[] args) {
        BigInteger[] vs = {BigInteger.ZERO, BigInteger.ONE, BigInteger.TEN, b("-1"), b("9223372036854775807"), b("-9223372036854775808"), b("9223372036854775808"), b("123456789012345678901234567890"), b("-98765432109876543210987654321098765432109876543210"), BigInteger.TWO.pow(200)};
        for (BigInteger x : vs) {
            System.out.println(x + " " + x.negate() + " " + x.signum() + " " + x.bitLength() + " " + x.bitCount() + " " + x.getLowestSetBit() + " " + x.hashCode() + " " + x.intValue() + " " + x.longValue() + " " + x.doubleValue() + " " + x.toString(16) + " " + x.toString(36) + " " + x.not() + " " + x.shiftLeft(67) + " " + x.shiftRight(67) + " " + x.toByteArray().length);
            for (BigInteger y : vs) {
                System.out.println("  " + x.add(y) + " " + x.subtract(y) + " " + x.multiply(y) + " " + attempt(() -> x.divide(y)) + " " + attempt(() -> x.remainder(y)) + " " + attempt(() -> x.mod(y)) + " " + x.gcd(y) + " " + x.and(y) + " " + x.or(y) + " " + x.xor(y) + " " + x.andNot(y) + " " + x.compareTo(y));
            }
        }
        System.out.println(b("3").pow(100) + " " + b("7").modPow(b("1000"), b("1000007")) + " " + b("3").modInverse(b("11")) + " " + b("2").modPow(b("-1"), b("7")) + " " + attempt(() -> b("2").modInverse(b("4"))) + " " + b("1000000007").isProbablePrime(20) + " " + b("1000000008").isProbablePrime(20) + " " + b("100").nextProbablePrime() + " " + b("1000000").sqrt() + " " + BigInteger.TWO.pow(201).sqrt());
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 120; i++) {
            f = f.multiply(BigInteger.valueOf(i));
        }
        System.out.println(f + " " + f.toString().length() + " " + f.toString(2).length());
        BigInteger p = f;
        for (int i = 120; i >= 2; i--) {
            p = p.divide(BigInteger.valueOf(i));
        }
        System.out.println(p + " " + p.equals(BigInteger.ONE));
        BigInteger big = b("1".repeat(400));
        BigInteger sq = big.multiply(big);
        System.out.println(sq.hashCode() + " " + sq.divide(big).equals(big) + " " + sq.mod(b("1000000007")) + " " + sq.sqrt().equals(big) + " " + big.pow(3).subtract(sq.multiply(big)).signum());
        BigInteger huge = BigInteger.valueOf(3).pow(5000);
        System.out.println(huge.bitLength() + " " + huge.toString().substring(0, 30) + " " + huge.toString().hashCode() + " " + huge.multiply(huge.add(BigInteger.ONE)).mod(b("998244353")));
        System.out.println(new BigInteger(new byte[] {1, 0}) + " " + new BigInteger(new byte[] {-1}) + " " + new BigInteger(1, new byte[] {-1}) + " " + new BigInteger("ff", 16) + " " + new BigInteger("-zz", 36) + " " + BigInteger.valueOf(5).testBit(2) + " " + BigInteger.ZERO.setBit(70) + " " + b("255").clearBit(0).flipBit(9));
        System.out.println(attempt(() -> b("")) + attempt(() -> b("1x")) + attempt(() -> b("99999999999").intValueExact()) + attempt(() -> b("5").longValueExact()) + attempt(() -> b("2").pow(-1)) + attempt(() -> b("-4").sqrt()) + attempt(() -> b("5").mod(b("-3"))));
        System.out.println(java.util.Arrays.toString(b("-1000").divideAndRemainder(b("7"))) + b("10").max(b("3")) + b("10").min(b("3")) + b("5").equals(b("5")) + b("5").equals(5) + " " + b("-7").abs() + b("123456789").floatValue());
    }
}
