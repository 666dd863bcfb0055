public class BitTricks {
    public static void main(String[] args) {
        for (int x : new int[] {0, 1, -1, 12345, Integer.MIN_VALUE, Integer.MAX_VALUE,
                0x0F0F0F0F}) System.out.println(x + " " + Integer.toBinaryString(x) + " " + Integer.bitCount(x) + " "
                + Integer.numberOfLeadingZeros(x) + " " + Integer.numberOfTrailingZeros(x) + " " + Integer.reverse(x)
                + " " + Integer.reverseBytes(x) + " " + Integer.highestOneBit(x) + " " + Integer.lowestOneBit(x) + " "
                + Integer.rotateLeft(x, 5) + " " + Integer.rotateRight(x, 37) + " " + Integer.signum(x) + " "
                + (x & -x) + " " + (x >>> 28) + " " + (x >> 33) + " " + (x << -1) + " " + ~x + " "
                + Integer.toUnsignedString(x) + " " + Integer.toOctalString(x) + " " + Integer.toString(x, 36) + " "
                + Integer.divideUnsigned(x, 7) + " " + Integer.remainderUnsigned(x, 7) + " "
                + Integer.compareUnsigned(x, 1));
        for (long x : new long[] {0L, -1L, 1L << 40, Long.MIN_VALUE, 0x123456789ABCDEFL}) System.out.println(x + " "
                + Long.bitCount(x) + " " + Long.numberOfLeadingZeros(x) + " " + Long.reverse(x) + " "
                + Long.reverseBytes(x) + " " + Long.toHexString(x) + " " + Long.toUnsignedString(x) + " "
                + Long.hashCode(x) + " " + (int) x + " " + (short) x + " " + (byte) x + " " + (char) x + " "
                + (float) x + " " + (double) x + " " + (x >>> 65) + " " + Long.divideUnsigned(x, 10) + " "
                + Long.parseUnsignedLong(Long.toUnsignedString(x)));
        byte b = (byte) 200;
        short s = (short) 70000;
        char c = (char) -1;
        System.out.println(b + " " + s + " " + (int) c + " " + (b >>> 1) + " " + (byte) (b >>> 1) + " " + (b & 0xff)
                + " " + Byte.toUnsignedInt(b) + " " + (char) (c + 66));
        b += 100;
        System.out.println(b);
        b >>>= 2;
        System.out.println(b);
        s *= 3;
        System.out.println(s);
        c++;
        System.out.println((int) c);
        b ^= 0x55;
        System.out.println(b);
        System.out.println((5 & 6) + " " + (5 | 6) + " " + (5 ^ 6) + " " + (true ^ false) + " "
                + (true & false | true) + " " + (-7 / 2) + " " + (-7 % 2) + " " + Math.floorMod(-7, 2) + " "
                + Math.floorDiv(-7, 2) + " " + (7 / -2) + " " + Integer.MIN_VALUE / -1 + " " + Integer.MIN_VALUE % -1
                + " " + Math.abs(Integer.MIN_VALUE) + " " + -Integer.MIN_VALUE + " " + (long) 1e19 + " "
                + (int) Double.NaN + " " + (int) -1e10f + " " + (char) 97.9);
        System.out.println(0.1 + 0.2 + " " + (0.1f + 0.2f) + " " + 1.0 / 0 + " " + -1.0 / 0 + " " + 0.0 / 0 + " "
                + (0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + Double.compare(0.0, -0.0) + " "
                + Math.min(-0.0, 0.0) + " " + (float) 1e40 + " " + " " + Float.MIN_VALUE + " " + Double.MIN_VALUE
                + " " + Double.MAX_VALUE * 2 + " " + 100.0f + " " + 1e7 + " " + 1.0E-3 + " " + 123456789.0f + " "
                + 1e21 + " " + 0x1.8p3 + " " + 1_000_000 + " " + 0b1010 + " " + 017 + " " + 'a' / 2);
        System.out.println(Double.toHexString(1.1) + " " + Double.doubleToLongBits(-0.0) + " "
                + Float.floatToIntBits(Float.NaN) + " " + Math.ulp(1.0) + " " + Math.nextUp(1.0f) + " "
                + Math.getExponent(1024.5) + " " + Math.scalb(1.5, 4) + " " + Math.rint(2.5) + " " + Math.round(-2.5)
                + " " + Math.round(2.5f) + " " + Math.ceil(-0.5) + " " + Math.floor(-0.5) + " " + Math.hypot(3, 4)
                + " " + Math.cbrt(27) + " " + Math.signum(-3.0) + " " + Math.copySign(3, -0.0) + " " + Math.fma(2.0,
                3.0, 1.0) + " " + Math.IEEEremainder(5, 3) + " " + 5.5 % -2 + " " + Math.pow(2, 0.5) + " "
                + Math.multiplyHigh(1L << 62, 8) + " " + StrictMath.sin(1));
    }
}
