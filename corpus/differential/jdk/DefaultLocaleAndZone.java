import java.util.*;
import java.util.function.*;

public class DefaultLocaleAndZone {
    public static void main(String[] a) throws Exception {
        Locale.setDefault(Locale.GERMANY);
        System.out.println(String.format("%,.2f", 1234.5) + Locale.getDefault()
                + Locale.getDefault().getDisplayCountry()
                + Locale.forLanguageTag("zh-Hant-TW").getDisplayName(Locale.ENGLISH));
        System.out.println(Currency.getInstance("EUR").getSymbol(Locale.FRANCE)
                + Currency.getInstance(Locale.JAPAN).getDefaultFractionDigits());
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
        System.out.println(new Date(0) + " " + TimeZone.getDefault().getID() + " "
                + TimeZone.getDefault().getDisplayName(Locale.US));
        System.out.println(new GregorianCalendar(2024, 0, 31).getTime() + " "
                + Calendar.getInstance().getFirstDayOfWeek());
        System.out.println(Arrays.asList(Locale.getISOCountries()).contains("DE") + " "
                + Locale.getAvailableLocales().length / 100);
        System.out.println(Character.getName('a') + Character.UnicodeBlock.of('я') + Character.UnicodeScript.of('字')
                + Character.getNumericValue('Ⅷ') + Character.isJavaIdentifierPart('$') + Character.toTitleCase('ǆ')
                + Character.getType('€') + Character.getDirectionality('א') + Character.isMirrored('(')
                + Character.isIdeographic('字') + Character.reverseBytes('a') + (int) Character.forDigit(11, 16));
    }
}
