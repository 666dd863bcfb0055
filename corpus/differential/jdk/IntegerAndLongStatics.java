public class IntegerAndLongStatics {
    static void parse(String s, int radix) {
        StringBuilder sb = new StringBuilder(s + "/" + radix + ": ");
        try {
            sb.append(Integer.parseInt(s, radix));
        } catch (NumberFormatException e) {
            sb.append(e.getMessage());
        }
        try {
            sb.append(" | ").append(Long.parseLong(s, radix));
        } catch (NumberFormatException e) {
            sb.append(" | ").append(e.getMessage());
        }
        System.out.println(sb);
    }

    public static void main(String[] args) {
        int[] is = {0, 1, -1, 10, 255, -256, 0x12345678, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i : is) {
            System.out.println(i + " " + Integer.toHexString(i) + " " + Integer.toOctalString(i) + " " + Integer.toBinaryString(i) + " " + Integer.toString(i, 36) + " " + Integer.toString(i, 3) + " " + Integer.bitCount(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.highestOneBit(i) + " " + Integer.lowestOneBit(i) + " " + Integer.signum(i) + " " + Integer.toUnsignedString(i) + " " + Integer.toUnsignedString(i, 16) + " " + Integer.hashCode(i) + " " + Integer.rotateLeft(i, 5));
        }
        long[] ls = {0, 1, -1, 0x123456789ABCDEFL, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32};
        for (long l : ls) {
            System.out.println(l + " " + Long.toHexString(l) + " " + Long.toOctalString(l) + " " + Long.toBinaryString(l) + " " + Long.toString(l, 36) + " " + Long.bitCount(l) + " " + Long.reverse(l) + " " + Long.reverseBytes(l) + " " + Long.numberOfLeadingZeros(l) + " " + Long.numberOfTrailingZeros(l) + " " + Long.highestOneBit(l) + " " + Long.lowestOneBit(l) + " " + Long.signum(l) + " " + Long.toUnsignedString(l) + " " + Long.hashCode(l));
        }
        for (int a : new int[] {7, -7, Integer.MIN_VALUE}) {
            for (int b : new int[] {2, -2, -1}) {
                System.out.print(Integer.divideUnsigned(a, b) + " " + Integer.remainderUnsigned(a, b) + " " + Integer.compareUnsigned(a, b) + " " + Long.divideUnsigned(a, b) + " " + Long.remainderUnsigned(a, b) + " " + Long.compareUnsigned(a, b) + "; ");
            }
        }
        System.out.println();
        parse("123", 10);
        parse("-123", 10);
        parse("+7", 10);
        parse("2147483648", 10);
        parse("-2147483648", 10);
        parse("-2147483649", 10);
        parse("9223372036854775808", 10);
        parse("ff", 16);
        parse("FF", 16);
        parse("zz", 36);
        parse("12", 2);
        parse("", 10);
        parse("-", 10);
        parse("+", 10);
        parse(" 1", 10);
        parse("1_000", 10);
        parse("0x10", 10);
        parse("--1", 10);
        parse("1", 1);
        parse("1", 99);
        parse("\u0661\u0662".length() + "2", 10);
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        for (String s : new String[] {"0x1F", "#ff", "-0X10", "010", "0", "-9", "0b1", "0x"}) {
            try {
                System.out.print(Integer.decode(s) + " " + Long.decode(s) + " ");
            } catch (NumberFormatException e) {
                System.out.print("(" + e.getMessage() + ") ");
            }
        }
        System.out.println();
        System.out.println(Integer.parseUnsignedInt("4294967295") + " " + Integer.parseUnsignedInt("ffffffff", 16) + " " + Long.parseUnsignedLong("18446744073709551615") + " " + Integer.parseInt("abc123def", 3, 6, 10) + " " + Integer.toUnsignedLong(-1));
        for (String s : new String[] {"4294967296", "-1"}) {
            try {
                Integer.parseUnsignedInt(s);
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Integer.compare(1, 2) + Integer.max(3, 4) + Integer.sum(5, 6) + " " + Integer.valueOf(5).compareTo(6) + " " + Integer.valueOf(300).byteValue() + " " + Integer.valueOf("77", 8) + " " + Integer.MAX_VALUE + Integer.SIZE + Integer.BYTES);
        System.out.println(Byte.parseByte("-128") + " " + Short.parseShort("7fff", 16) + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedLong((short) -1) + " " + Short.reverseBytes((short) 0x1234) + " " + Byte.compare((byte) 1, (byte) 2) + Byte.compareUnsigned((byte) -1, (byte) 2) + " " + Character.compare('a', 'b') + Boolean.compare(true, false));
        for (String s : new String[] {"128", "-129"}) {
            try {
                Byte.parseByte(s);
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + Boolean.logicalXor(true, false) + Boolean.hashCode(true) + Boolean.hashCode(false) + " " + Integer.getInteger("no.such.property", 9) + Long.getLong("no.such.property"));
    }
}
