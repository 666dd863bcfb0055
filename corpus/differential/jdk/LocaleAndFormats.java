import java.text.*;
import java.time.*;
import java.time.format.*;
import java.util.*;

public class LocaleAndFormats {
    public static void main(String[] args) throws Exception {
        for (String tag : new String[] {"en-US", "de-DE", "fr-FR", "ja-JP", "ar-EG", "hi-IN", "pt-BR", "tr-TR",
                "ru-RU", "zh-CN", "sv-SE", "pl-PL"}) {
            Locale l = Locale.forLanguageTag(tag);
            System.out.println(tag + " " + NumberFormat.getInstance(l).format(1234567.891) + " "
                    + NumberFormat.getCurrencyInstance(l).format(-42.5) + " "
                    + NumberFormat.getPercentInstance(l).format(0.75) + " " + LocalDate.of(2024, 3,
                    9).format(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(l)) + " "
                    + LocalDate.of(2024, 3, 9).format(DateTimeFormatter.ofPattern("EEE d MMMM", l)) + " "
                    + l.getDisplayLanguage(l) + " " + DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, l) + " "
                    + Month.MAY.getDisplayName(TextStyle.FULL_STANDALONE, l) + " " + String.format(l, "%,.2f|%tB",
                    9876.543, LocalDate.of(2024, 12, 1)) + " " + new DecimalFormatSymbols(l).getDecimalSeparator()
                    + Calendar.getInstance(l).getFirstDayOfWeek() + " " + "TITLE i".toLowerCase(l)
                    + "title ı".toUpperCase(l));
        }
        System.out.println(new MessageFormat("{0,number,#.##} {1,date,yyyy} {2} {0,choice,0#none|1#one|2#many {0}} '{q}'", Locale.US).format(new Object[] {2.345, new Date(0), "s"}).replace("1969", "1970"));
        System.out.println(new DecimalFormat("000.0#E0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(12345)
                + " " + new DecimalFormat("#,##0.###;(#,##0.###)",
                DecimalFormatSymbols.getInstance(Locale.US)).format(-1234.5678) + " " + new DecimalFormat("¤#,##0.00",
                DecimalFormatSymbols.getInstance(Locale.US)).format(5) + " " + new DecimalFormat("0%",
                DecimalFormatSymbols.getInstance(Locale.US)).format(0.126)
                + NumberFormat.getIntegerInstance(Locale.US).format(2.5)
                + NumberFormat.getInstance(Locale.US).parse("1,234.5xyz"));
        try {
            NumberFormat.getInstance(Locale.US).parse("x");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + e.getErrorOffset());
        }
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss Z zzzz G w W D F E u a K k h S", Locale.US);
        f.setTimeZone(TimeZone.getTimeZone("GMT+5:30"));
        System.out.println(f.format(new Date(1711111111111L)));
        f.applyPattern("dd MMM yy");
        System.out.println(f.parse("05 Mar 21").getTime());
        f.setLenient(false);
        try {
            f.parse("32 Mar 21");
        } catch (ParseException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(DateFormat.getDateTimeInstance(DateFormat.SHORT, DateFormat.SHORT,
                Locale.UK).getClass().getSimpleName());
        GregorianCalendar g = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        g.setTimeInMillis(0);
        g.set(2024, Calendar.JANUARY, 31, 10, 0, 0);
        g.add(Calendar.MONTH, 1);
        System.out.println(g.getTime().toInstant() + " " + g.get(Calendar.DAY_OF_WEEK)
                + g.getActualMaximum(Calendar.DAY_OF_MONTH) + g.isLeapYear(2024) + g.get(Calendar.WEEK_OF_YEAR));
        g.roll(Calendar.DAY_OF_MONTH, 5);
        System.out.println(g.get(Calendar.DATE) + " " + g.getMaximum(Calendar.HOUR));
        Collator c = Collator.getInstance(Locale.GERMAN);
        c.setStrength(Collator.PRIMARY);
        System.out.println(c.compare("Äpfel", "apfel") + " " + c.equals("x", "X"));
        System.out.println(Normalizer.normalize("é", Normalizer.Form.NFD).length());
    }
}
