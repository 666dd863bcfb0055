import java.text.*;
import java.util.*;

public class LegacyTextFormats {
    public static void main(String[] a) throws Exception {
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS zzz EEE MMM", Locale.US);
        f.setTimeZone(TimeZone.getTimeZone("America/New_York"));
        System.out.println(f.format(new Date(1700000000000L)));
        System.out.println(new SimpleDateFormat("dd/MM/yy", Locale.UK).parse("05/03/21").getTime() % 1000);
        Collator c = Collator.getInstance(Locale.FRANCE);
        String[] s = {"côté", "cote", "coté", "Zebra", "apple", "Äpfel"};
        Arrays.sort(s, c);
        System.out.println(Arrays.toString(s));
        System.out.println(new DecimalFormat("#,##0.00;(#)",
                DecimalFormatSymbols.getInstance(Locale.US)).format(-1234.567)
                + NumberFormat.getCurrencyInstance(Locale.US).format(12.5)
                + NumberFormat.getPercentInstance(Locale.US).format(0.256)
                + NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(12345));
        System.out.println(new ChoiceFormat("0#none|1#one|1<many {0}").format(5));
        BreakIterator b = BreakIterator.getWordInstance(Locale.US);
        b.setText("Hi there, you.");
        int i;
        while ((i = b.next()) != BreakIterator.DONE) System.out.print(i + " ");
        System.out.println(DateFormat.getDateInstance(DateFormat.LONG, Locale.GERMANY).format(new Date(0L)));
    }
}
