import java.math.RoundingMode;
import java.text.NumberFormat;
import java.text.ParseException;
import java.util.Currency;
import java.util.Locale;

public class NumberFormatLocales {
    static String esc(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) {
            sb.append(c >= ' ' && c <= '~' ? "" + c : "<" + Integer.toHexString(c) + ">");
        }
        return sb.toString();
    }

    public static void main(String[] args) throws ParseException {
        double[] vals = {0, 1, -1, 0.5, 1234567.891, -0.005, 1e10, 99.999};
        for (Locale l : new Locale[] {Locale.ROOT, Locale.US}) {
            NumberFormat n = NumberFormat.getInstance(l);
            NumberFormat i = NumberFormat.getIntegerInstance(l);
            NumberFormat p = NumberFormat.getPercentInstance(l);
            StringBuilder sb = new StringBuilder(l.toLanguageTag());
            for (double v : vals) {
                sb.append(" ").append(n.format(v)).append('|').append(i.format(v)).append('|').append(p.format(v));
            }
            System.out.println(esc(sb.toString()));
            System.out.println(n.getMaximumFractionDigits() + " " + n.getMinimumFractionDigits() + n.isGroupingUsed() + n.isParseIntegerOnly() + i.isParseIntegerOnly() + n.getRoundingMode() + i.format(2.5) + i.format(3.5));
            n.setGroupingUsed(false);
            n.setMinimumFractionDigits(3);
            n.setRoundingMode(RoundingMode.DOWN);
            System.out.println(n.format(1234567.98765) + " " + n.format(5L) + " " + n.parse("12.5") + n.parse("1,234") + " " + i.parse("7.9"));
        }
        NumberFormat c = NumberFormat.getCurrencyInstance(Locale.US);
        System.out.println(esc(c.format(1234.5) + " " + c.format(-1234.567) + " " + c.format(0.005)) + c.getCurrency() + c.parse("$5.25"));
        c.setCurrency(Currency.getInstance("JPY"));
        System.out.println(c.getMaximumFractionDigits() + " " + Currency.getInstance("JPY").getDefaultFractionDigits() + Currency.getInstance(Locale.US).getCurrencyCode() + Currency.getInstance("USD").getNumericCode());
        try {
            Currency.getInstance("XXXX");
        } catch (IllegalArgumentException e) {
            System.out.println("bad currency");
        }
        try {
            NumberFormat.getInstance(Locale.US).parse("x1");
        } catch (ParseException e) {
            System.out.println(e.getMessage());
        }
        NumberFormat cmp = NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT);
        System.out.println(cmp.format(999) + " " + cmp.format(1000) + " " + cmp.format(1_500_000) + " " + cmp.format(-2_300_000_000L));
        Locale x = new Locale.Builder().setLanguage("de").setRegion("AT").build();
        System.out.println(x + " " + x.toLanguageTag() + x.getLanguage() + x.getCountry() + Locale.forLanguageTag("fr-CA") + Locale.ROOT.toString().isEmpty() + x.equals(Locale.forLanguageTag("de-AT")) + Locale.US.getISO3Country() + Locale.FRENCH.getDisplayLanguage(Locale.ENGLISH));
    }
}
