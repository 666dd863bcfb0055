import java.util.Locale;

public class FormatBasics {
    static void f(String fmt, Object... args) {
        try {
            System.out.println(fmt + " -> [" + String.format(Locale.ROOT, fmt, args) + "]");
        } catch (RuntimeException e) {
            System.out.println(fmt + " !! " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        f("%d %d %d %d", 1, -2L, (byte) 3, (short) -4);
        f("%5d|%-5d|%05d|%+d|% d|%(d", 42, 42, 42, 42, 42, -42);
        f("%,d %,d %,d", 1234567, -1234567890123L, 999);
        f("%x %X %o %x %x", 255, 255, 8, -1, -1L);
        f("%#x %#o %08X", 255, 8, 48879);
        f("%x %o", (byte) -1, (short) -1);
        f("%s %10s|%-10s|%.2s|%10.3s|", "abc", "right", "left", "truncate", "truncate");
        f("%S %s %s %s", "upper", null, true, 'c');
        f("%b %B %b %b", true, false, null, "anything");
        f("%c %C %c %c %5c|%-3c|", 'x', 'y', 65, (byte) 66, 'z', 'w');
        f("%h %H %h", "hello", "hello", 42);
        f("%% %n".replace("%n", "") + "%5%|%-5%|");
        f("%f %.0f %.1f %.3f %10.2f|%-10.2f|%010.2f", 3.14159, 2.5, 0.25, 2.0005, 3.14159, 3.14159, -3.14159);
        f("%e %E %.2e %.0e %12.3e|", 12345.678, 0.00012, 9.999, 5.5, -1.0);
        f("%g %g %g %.3g %g %g", 123456.0, 0.0001, 0.00001, 1234567.0, 0.0, 1e10);
        f("%a %a %a %a", 1.0, 0.1, -0.0, Double.MIN_VALUE);
        f("%f %e %g %f %s", Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 1e-5);
        f("%5.1f|%+.2f|%(,.2f|% .1f|%,.3f", 9.96, 1.005, -12345.678, 3.0, 1e9);
        f("%.20f %.10f %.1f", 0.1, 1.0 / 3, 1e20);
        f("%.2f %.2f %.2f %.2f %.1f %.0f %.0f %.0f", 0.125, 0.375, 1.005, 2.675, 0.05, 0.5, 1.5, 2.5);
        f("%f %.3f", 1.5f, 0.1f);
        f("%2$s %1$s %2$s %s %s", "a", "b");
        f("%s %<s %s %<S", "x", "y");
        f("%3$d %d %d", 1, 2, 3);
        f("%d", new java.math.BigInteger("123456789012345678901234567890"));
        f("%,.2f %e %s", new java.math.BigDecimal("12345678901234567890.125"), new java.math.BigDecimal("1234.5"), new java.math.BigDecimal("1E+3"));
        f("%x", new java.math.BigInteger("-255"));
        f("%s %s", new int[0].length, java.util.List.of(1, 2));
        f("%-8s%8s|", "ab", "cd");
        f("%s %s %s", 1.0f, 100000000.0, 1e-4);
        f("no args");
        f("extra", 1, 2, 3);
        f("%d", "string");
        f("%d", 1.5);
        f("%f", 1);
        f("%c", "s");
        f("%s %s", "one");
        f("%q", 1);
        f("%");
        f("%-d", 5);
        f("%-05d", 5);
        f("%+s", "x");
        f("%#d", 5);
        f("%.2d", 5);
        f("%,x", 5);
        f("%5$s", 1);
        f("%c", 0x110000);
        f("%d %s", null, null);
        f("%f %x %c %e", null, null, null, null);
        f("%s", (Object[]) null);
        StringBuilder sb = new StringBuilder();
        java.util.Formatter fm = new java.util.Formatter(sb, Locale.ROOT);
        fm.format("%s-", 1).format("%03d", 7);
        System.out.println(sb + " " + (fm.out() == sb));
        fm.close();
        System.out.printf(Locale.ROOT, "%s|%6.2f|%n", "printf", 2.5);
        System.out.println("a%nb".formatted().equals("a" + System.lineSeparator() + "b"));
    }
}
