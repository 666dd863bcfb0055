import java.math.*;
import java.util.*;

public class FormatEverything {
    static void f(String fmt, Object... a) {
        try {
            System.out.println(fmt + " -> " + String.format(Locale.ROOT, fmt, a));
        } catch (IllegalFormatException e) {
            System.out.println(fmt + " ! " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        f("%d %5d %-5d| %05d %+d %,d %(d", 1, 2, 3, 4, 5, 6000000, -7);
        f("%x %X %#x %o %#o %08x", 255, 255, 255, 8, 8, -1);
        f("%x %d", (byte) -1, (short) -2);
        f("%x %d", new BigInteger("-123456789012345678901234567890"), new BigInteger("99999999999999999999"));
        f("%f %.2f %10.3f %-10.1f| %+f %e %.3E %g %a", 1.5, 2.345, 3.14159, 2.25, 1.0, 12345.678, 0.00012, 0.0001,
                1.0);
        f("%.0f %.0f %.0f %.1f %.2f", 0.5, 1.5, 2.5, 0.25, 1.005);
        f("%g %g %g %.3g", 1e-5, 123456.0, 1e10, 12345.6789);
        f("%f %e %g %s", Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0);
        f("%a %a %a", 0.1, -1.5e-310, Double.MAX_VALUE);
        f("%s %S %10s %-10s| %.2s %b %B %c %C %h %H %n%%", "str", "up", "right", "left", "cut", true, null, 'c', 'd',
                "hash", 255);
        f("%c %c", 65, 0x1F600);
        f("%2$s %1$s %<s %s %s", "a", "b");
        f("%b %b %b", null, false, "x");
        f("%s %s", new int[0].length, Arrays.asList(1, null));
        f("%.3f %s", new BigDecimal("1234.56789"), new BigDecimal("1E+5"));
        f("%,.2f %(,.2f %012.3f", 1234567.891, -1234.5, -3.14159);
        f("%d", 1.5);
        f("%q", 1);
        f("%s %s", 1);
        f("%-d", 1);
        f("%05s", "x");
        f("%.2d", 1);
        f("%,x", 1);
        f("%+s", "a");
        f("%c", "str");
        f("%-05d", 5);
        f("%");
        f("%1$");
        f("%#d", 3);
        f("%tY", "x");
        f("% d|% d", 5, -5);
        System.out.println(String.format(Locale.GERMANY, "%,.3f %d", 1234567.8915, 1234));
        System.out.println(String.format(Locale.FRANCE, "%,d %.2f", 1234567, 0.5).replace('\u202f',
                '_').replace('\u00a0', '~'));
        System.out.println(String.format(new Locale("ar", "EG"), "%d %s", 123, 456));
        System.out.println(String.format(Locale.forLanguageTag("hi-IN"), "%,d", 12345678));
        Calendar c = new GregorianCalendar(2024, Calendar.MARCH, 5, 14, 7, 9);
        c.setTimeZone(TimeZone.getTimeZone("UTC"));
        c.set(2024, Calendar.MARCH, 5, 14, 7, 9);
        c.set(Calendar.MILLISECOND, 45);
        System.out.println(String.format(Locale.US,
                "%tY-%<tm-%<td %<tH:%<tM:%<tS.%<tL %<tB %<tb %<tA %<ta %<tp %<tI %<tl %<tj %<ty %<te %<tZ %<tz %<ts %<tQ %<tD %<tF %<tT %<tr %<tR %<tc %<tC %<tk %<tN", c));
        System.out.printf("%s%n", (Object) new Object[] {1, 2}.length);
        System.out.println("%d-%s".formatted(3, "q"));
        Formatter fm = new Formatter(Locale.US);
        fm.format("%d", 1).format("-%s", "x");
        System.out.println(fm + " " + fm.locale() + " " + fm.out());
        fm.close();
        try {
            fm.format("x");
        } catch (FormatterClosedException e) {
            System.out.println(e);
        }
    }
}
