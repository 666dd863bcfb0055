import java.util.ArrayList;
import java.util.List;

public class WrapperAndNumberTypes {
    static class Fraction extends Number implements Comparable<Fraction> {
        final int n, d;

        Fraction(int n, int d) {
            if (d == 0) {
                throw new ArithmeticException("zero denominator");
            }
            int g = gcd(Math.abs(n), Math.abs(d)) * (d < 0 ? -1 : 1);
            this.n = n / g;
            this.d = d / g;
        }

        static int gcd(int a, int b) {
            return b == 0 ? a : gcd(b, a % b);
        }

        Fraction plus(Fraction o) {
            return new Fraction(n * o.d + o.n * d, d * o.d);
        }

        @Override public int intValue() { return n / d; }
        @Override public long longValue() { return n / d; }
        @Override public float floatValue() { return (float) n / d; }
        @Override public double doubleValue() { return (double) n / d; }
        @Override public int compareTo(Fraction o) { return Integer.compare(n * o.d, o.n * d); }
        @Override public boolean equals(Object o) { return o instanceof Fraction f && f.n == n && f.d == d; }
        @Override public int hashCode() { return 31 * n + d; }
        @Override public String toString() { return d == 1 ? "" + n : n + "/" + d; }
    }

    static double sum(List<? extends Number> l) {
        double s = 0;
        for (Number x : l) {
            s += x.doubleValue();
        }
        return s;
    }

    static String all(Number x) {
        return x.getClass().getSimpleName() + " " + x.byteValue() + " " + x.shortValue() + " " + x.intValue() + " " + x.longValue() + " " + x.floatValue() + " " + x.doubleValue();
    }

    public static void main(String[] args) {
        Number[] ns = {(byte) -1, (short) 1000, 70000, 1L << 35, 1e10f, -2.75, Double.NaN, 300, new Fraction(7, -2), new java.math.BigInteger("99999999999999999999"), new java.math.BigDecimal("-1234.5678")};
        for (Number x : ns) {
            System.out.println(all(x));
        }
        Fraction f = new Fraction(0, 5);
        for (int i = 1; i <= 6; i++) {
            f = f.plus(new Fraction(1, i));
        }
        System.out.println(f + " " + f.doubleValue() + " " + f.compareTo(new Fraction(5, 2)) + new Fraction(2, 4).equals(new Fraction(-1, -2)) + new Fraction(6, 3));
        try {
            new Fraction(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(sum(List.of(1, 2L, 3.5f, new Fraction(1, 4))));
        Integer i = 5;
        Long l = 5L;
        System.out.println(i.equals(5) + "" + i.equals(l) + l.equals(5) + (i == 5) + (l == 5) + i.hashCode() + l.hashCode() + Long.valueOf(-1).hashCode() + Boolean.TRUE.hashCode() + Character.valueOf('x').hashCode() + Short.valueOf((short) -3).hashCode() + Byte.valueOf((byte) 4).hashCode());
        System.out.println(i.compareTo(6) + Double.valueOf(2).compareTo(1.0) + Boolean.TRUE.compareTo(false) + Character.valueOf('a').compareTo('c') + Byte.valueOf((byte) 1).compareTo((byte) 100) + Short.valueOf((short) 5).compareTo((short) 2));
        List<Long> ls = new ArrayList<>();
        ls.add(1L);
        ls.add((long) 2);
        System.out.println(ls.contains(1) + "" + ls.contains(1L) + ls.indexOf(2L) + ls.remove(1L) + ls);
        int unb = i + new Integer[] {1, 2}[1];
        long mix = i + l;
        double dd = i / 2 + l / 2.0;
        System.out.println(unb + " " + mix + " " + dd + " " + (i + 'a') + " " + (char) (i + 'a') + (i < l) + (i++ + ++i));
        Integer big1 = 1000;
        Integer big2 = 1000;
        System.out.println((big1 == big2) + "" + (big1 <= big2 && big1 >= big2) + big1.equals(big2) + (big1 == 1000) + ((int) big1 == big2));
        Object o = 'c';
        char back = (char) o;
        Object dbl = 3;
        try {
            double d = (double) dbl;
        } catch (ClassCastException e) {
            System.out.println("Integer is not Double " + back);
        }
        double ok = (int) dbl;
        System.out.println(ok + " " + Integer.toString(-255, 16) + Long.toString(255, 2) + Integer.valueOf("+7") + Float.valueOf("1e3") + Short.decode("-0x7F") + Byte.valueOf("12", 8) + Integer.MIN_VALUE + Character.MIN_RADIX + Float.MAX_EXPONENT + Double.BYTES);
        System.out.println(Integer.class.getSuperclass().getSimpleName() + Number.class.isInstance(i) + (o instanceof Comparable<?>) + int.class + Integer.TYPE + Void.TYPE + (Integer.TYPE == int.class));
        StringBuilder sb = new StringBuilder();
        for (Object x : new Object[] {1, 1L, 1f, 1.0, 'c', true, (byte) 1, (short) 1}) {
            sb.append(x.getClass().getSimpleName().charAt(0)).append(x).append(' ');
        }
        System.out.println(sb);
    }
}
