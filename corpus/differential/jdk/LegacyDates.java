import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class LegacyDates {
    public static void main(String[] args) throws ParseException {
        TimeZone utc = TimeZone.getTimeZone("UTC");
        Calendar c = new GregorianCalendar(utc, Locale.ROOT);
        c.setTimeInMillis(0);
        System.out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " " + c.get(Calendar.DAY_OF_WEEK) + " " + c.get(Calendar.HOUR_OF_DAY) + " " + c.get(Calendar.DAY_OF_YEAR));
        c.clear();
        c.set(2024, Calendar.JANUARY, 31, 23, 59, 58);
        System.out.println(c.getTimeInMillis() + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH));
        c.add(Calendar.MONTH, 1);
        System.out.println(c.getTimeInMillis() + " " + c.get(Calendar.DAY_OF_MONTH));
        c.add(Calendar.SECOND, 5);
        System.out.println(c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " " + c.get(Calendar.SECOND));
        c.roll(Calendar.MONTH, -3);
        System.out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH));
        c.set(Calendar.DAY_OF_MONTH, 35);
        System.out.println(c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " " + c.isLenient());
        c.setLenient(false);
        try {
            c.set(Calendar.HOUR_OF_DAY, 25);
            c.getTime();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new GregorianCalendar(utc, Locale.ROOT).isLeapYear(1900) + " " + new GregorianCalendar(utc, Locale.ROOT).isLeapYear(2000));
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);
        f.setTimeZone(utc);
        System.out.println(f.format(new Date(0)) + " " + f.format(new Date(1700000000123L)) + " " + f.format(new Date(-1)));
        System.out.println(f.parse("2001-02-03T04:05:06.007").getTime() + " " + f.parse("2001-02-31T04:05:06.007").getTime());
        f.setLenient(false);
        try {
            f.parse("2001-02-31T04:05:06.007");
        } catch (ParseException e) {
            System.out.println(e.getErrorOffset());
        }
        SimpleDateFormat n = new SimpleDateFormat("D d M yy k K H", Locale.ROOT);
        n.setTimeZone(utc);
        System.out.println(n.format(new Date(1700000000123L)) + " " + n.toPattern());
        Date a = new Date(1000);
        Date b = new Date(2000);
        System.out.println(a.before(b) + "" + a.after(b) + a.compareTo(b) + a.equals(new Date(1000)) + a.hashCode() + a.toInstant());
        System.out.println(utc.getID() + utc.getRawOffset() + TimeZone.getTimeZone("GMT+05:30").getRawOffset() + TimeZone.getTimeZone("GMT-8").getID());
    }
}
