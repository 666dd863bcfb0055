import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.ParseException;
import java.text.ParsePosition;
import java.util.Locale;

public class DecimalFormatPatterns {
    public static void main(String[] args) throws ParseException {
        DecimalFormatSymbols sym = DecimalFormatSymbols.getInstance(Locale.US);
        String[] pats = {"0", "#", "0.00", "#.##", "#,##0.00", "000.000", "0.###E0", "##0.##E0", "0%", "#.#%", "$#,##0.00;($#,##0.00)", "'#'0", "00.00;neg0", "#,####.0", "0.0#'x'"};
        double[] vals = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 1234567.891, -9876.54321, 0.00012345, 1e20, 99.995, 0.125, 12};
        for (String p : pats) {
            DecimalFormat f = new DecimalFormat(p, sym);
            StringBuilder sb = new StringBuilder(p + " ->");
            for (double v : vals) {
                sb.append(" [").append(f.format(v)).append(']');
            }
            System.out.println(sb + " " + f.toPattern());
        }
        DecimalFormat f = new DecimalFormat("#,##0.0", sym);
        for (RoundingMode m : new RoundingMode[] {RoundingMode.UP, RoundingMode.DOWN, RoundingMode.CEILING, RoundingMode.FLOOR, RoundingMode.HALF_UP, RoundingMode.HALF_DOWN, RoundingMode.HALF_EVEN}) {
            f.setRoundingMode(m);
            System.out.print(m + " " + f.format(1.25) + f.format(1.35) + f.format(-1.25) + f.format(0.05) + " ");
        }
        System.out.println();
        f = new DecimalFormat("#,##0.###", sym);
        System.out.println(f.format(Double.NaN).length() + " " + f.format(Long.MAX_VALUE) + " " + f.format(new java.math.BigDecimal("12345678901234567890.12345")) + " " + f.format(new java.math.BigInteger("98765432109876543210")));
        f.setMinimumFractionDigits(2);
        f.setMaximumFractionDigits(4);
        f.setMinimumIntegerDigits(3);
        f.setGroupingSize(2);
        f.setPositivePrefix("+");
        f.setDecimalSeparatorAlwaysShown(true);
        System.out.println(f.format(1234567.1) + " " + f.format(-5) + " " + f.getMaximumFractionDigits() + f.isGroupingUsed());
        f = new DecimalFormat("#,##0.##", sym);
        System.out.println(f.parse("1,234.5") + " " + f.parse("-7") + " " + f.parse("12abc") + " " + f.parse("1e3") + " " + f.parse("9223372036854775808") + " " + f.parse("5.0").getClass().getSimpleName());
        ParsePosition pp = new ParsePosition(2);
        System.out.println(f.parse("xx12.5yy", pp) + " " + pp.getIndex() + " " + f.parse("zz", new ParsePosition(0)));
        try {
            f.parse("abc");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        f.setParseBigDecimal(true);
        System.out.println(f.parse("1.10") + " " + new DecimalFormat("0%", sym).parse("55%"));
        try {
            new DecimalFormat("0.0.0", sym);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        DecimalFormatSymbols odd = DecimalFormatSymbols.getInstance(Locale.ROOT);
        odd.setDecimalSeparator('!');
        odd.setGroupingSeparator('_');
        odd.setMinusSign('~');
        System.out.println(new DecimalFormat("#,##0.00", odd).format(-1234567.5) + sym.getDecimalSeparator() + sym.getGroupingSeparator() + sym.getPercent());
    }
}
