import java.util.Formattable;
import java.util.FormattableFlags;
import java.util.Formatter;
import java.util.Locale;

public class FormattableAndFormatWidths {
    static class Money implements Formattable {
        final long cents;

        Money(long cents) {
            this.cents = cents;
        }

        @Override
        public void formatTo(Formatter f, int flags, int width, int precision) {
            boolean left = (flags & FormattableFlags.LEFT_JUSTIFY) != 0;
            boolean upper = (flags & FormattableFlags.UPPERCASE) != 0;
            boolean alt = (flags & FormattableFlags.ALTERNATE) != 0;
            f.format("<%d.%02d %b%b%b %d %d>", cents / 100, cents % 100, left, upper, alt, width, precision);
        }
    }

    static String table(String[] heads, Object[][] rows) {
        StringBuilder sb = new StringBuilder();
        for (String h : heads) {
            sb.append(String.format(Locale.ROOT, "%-10s|", h));
        }
        sb.append('\n');
        for (Object[] r : rows) {
            for (Object o : r) {
                if (o instanceof Number n && !(o instanceof Double)) {
                    sb.append(String.format(Locale.ROOT, "%10d|", n));
                } else if (o instanceof Double d) {
                    sb.append(String.format(Locale.ROOT, "%10.3f|", d));
                } else {
                    sb.append(String.format(Locale.ROOT, "%-10.10s|", o));
                }
            }
            sb.append('\n');
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        Money m = new Money(1205);
        System.out.println(String.format(Locale.ROOT, "%s %-10s %S %#s %.3s", m, m, m, m, m));
        System.out.print(table(new String[] {"name", "count", "ratio", "flag"}, new Object[][] {{"alpha", 12, 0.5, true}, {"a very long name", -7L, 1e5, null}, {"", Integer.MIN_VALUE, -0.0004, 'c'}}));
        for (int w = 1; w <= 6; w++) {
            System.out.print(String.format(Locale.ROOT, "%" + w + "d|%-" + w + "d|%0" + w + "d|%" + w + "." + (w / 2) + "s| ", -42, -42, -42, "abcdef"));
        }
        System.out.println();
        for (int p = 0; p <= 8; p++) {
            System.out.print(String.format(Locale.ROOT, "%." + p + "f %." + p + "e ", Math.PI * 1000, Math.PI * 1000));
        }
        System.out.println();
        double[] vals = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 1e-10, 1e15, 1e16, 123456789.987654321, 4.35, 1.0E23, 9.9999999, 0.1 + 0.2, 1e300};
        for (double v : vals) {
            System.out.println(String.format(Locale.ROOT, "%f|%.0f|%.1f|%.15f|%e|%.3g|%,.2f|%+.1f|%s", v, v, v, v, v, v, v, v, v));
        }
        int[] ints = {0, 1, -1, 7, 1000, -1000, 1000000, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int v : ints) {
            System.out.println(String.format(Locale.ROOT, "%d|%12d|%-12d|%012d|%+d|%,d|%(d|% d|%x|%X|%o|%#x|%c", v, v, v, v, v, v, v, v, v, v, v, v, v & 0x7f | 0x40));
        }
        long[] longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40};
        for (long v : longs) {
            System.out.println(String.format(Locale.ROOT, "%d|%,d|%x|%o|%020d|%(,d", v, v, v, v, v, v));
        }
        System.out.println(String.format(Locale.US, "%,.3f %,d", 1234567.891, 1234567));
        System.out.println(String.format(Locale.GERMANY, "%,.3f %,d", 1234567.891, 1234567));
    }
}
