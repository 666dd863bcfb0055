import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.MonthDay;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

public class TimeDates {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return r.get() + " ";
        } catch (DateTimeParseException e) {
            return "parse:" + e.getParsedString() + "@" + e.getErrorIndex() + " ";
        } catch (DateTimeException | ArithmeticException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage() + " ";
        }
    }

    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 1, 31);
        System.out.println(d + " " + d.getDayOfWeek() + d.getDayOfYear() + d.isLeapYear() + d.lengthOfMonth() + d.getMonth() + d.getMonthValue() + d.toEpochDay() + " " + d.hashCode());
        System.out.println(d.plusMonths(1) + " " + d.plusYears(1).plusDays(30) + " " + d.minusMonths(2) + " " + d.plusWeeks(5) + " " + d.minusDays(31) + " " + LocalDate.of(2024, 2, 29).plusYears(1) + " " + d.plusDays(-10000) + " " + d.plus(3, ChronoUnit.DECADES));
        System.out.println(d.withDayOfMonth(1) + " " + d.withMonth(2) + " " + d.withDayOfYear(366) + " " + d.with(ChronoField.YEAR, 1900) + " " + d.with(TemporalAdjusters.firstDayOfNextMonth()) + d.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + d.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY)) + d.with(TemporalAdjusters.lastDayOfYear()));
        LocalDate e = LocalDate.of(2025, 3, 1);
        Period p = Period.between(d, e);
        System.out.println(p + " " + p.getMonths() + p.getDays() + p.toTotalMonths() + " " + ChronoUnit.DAYS.between(d, e) + " " + ChronoUnit.WEEKS.between(d, e) + " " + ChronoUnit.MONTHS.between(d, e) + " " + d.until(e, ChronoUnit.YEARS) + " " + d.until(e) + " " + e.until(d));
        System.out.println(d.isBefore(e) + "" + d.isAfter(e) + d.equals(LocalDate.parse("2024-01-31")) + d.compareTo(e) + " " + d.datesUntil(d.plusDays(3)).toList());
        System.out.println(Period.of(1, 14, 40) + " " + Period.of(1, 14, 40).normalized() + Period.parse("P1Y-2M3W4D") + Period.ofDays(-3).negated() + Period.ZERO + Period.ofWeeks(2).multipliedBy(3) + d.plus(Period.of(0, 1, 1)));
        System.out.println(LocalDate.ofYearDay(2023, 60) + " " + LocalDate.ofEpochDay(0) + " " + LocalDate.ofEpochDay(-1) + " " + LocalDate.MIN + " " + LocalDate.MAX + " " + LocalDate.of(-5, 1, 1) + " " + LocalDate.of(12345, 6, 7) + " " + LocalDate.EPOCH);
        System.out.println(attempt(() -> LocalDate.of(2023, 2, 29)) + attempt(() -> LocalDate.of(2023, 13, 1)) + attempt(() -> LocalDate.of(2023, 4, 31)) + attempt(() -> LocalDate.parse("2023-1-1")) + attempt(() -> LocalDate.parse("nope")) + attempt(() -> LocalDate.MAX.plusDays(1)) + attempt(() -> LocalDate.ofYearDay(2023, 366)));
        DateTimeFormatter f = DateTimeFormatter.ofPattern("dd/MM/yyyy");
        System.out.println(d.format(f) + " " + LocalDate.parse("05/11/1999", f) + " " + d.format(DateTimeFormatter.BASIC_ISO_DATE) + " " + d.format(DateTimeFormatter.ISO_ORDINAL_DATE) + " " + d.format(DateTimeFormatter.ISO_WEEK_DATE) + " " + d.format(DateTimeFormatter.ofPattern("yy-M-d 'quoted' D")) + attempt(() -> LocalDate.parse("31/02/2020", f)) + attempt(() -> LocalDate.parse("1/2/2020", f)));
        System.out.println(DayOfWeek.MONDAY.plus(10) + " " + DayOfWeek.of(7) + DayOfWeek.SUNDAY.minus(8).getValue() + Month.JANUARY.minus(1) + Month.FEBRUARY.length(true) + Month.of(6).firstDayOfYear(false) + Month.MAY.firstMonthOfQuarter() + Month.from(d));
        System.out.println(Year.of(1900).isLeap() + "" + Year.isLeap(2000) + Year.of(2024).atDay(60) + YearMonth.of(2024, 2).lengthOfMonth() + YearMonth.parse("2023-12").plusMonths(2) + YearMonth.of(2024, 2).atEndOfMonth() + MonthDay.of(2, 29).isValidYear(2023) + MonthDay.of(2, 29).atYear(2023));
        System.out.println(d.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " " + d.getLong(ChronoField.PROLEPTIC_MONTH) + d.range(ChronoField.DAY_OF_MONTH) + d.isSupported(ChronoUnit.HOURS) + attempt(() -> d.get(ChronoField.HOUR_OF_DAY)) + d.get(java.time.temporal.IsoFields.QUARTER_OF_YEAR) + d.get(java.time.temporal.IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        int fri13 = 0;
        for (LocalDate x = LocalDate.of(2000, 1, 13); x.getYear() < 2020; x = x.plusMonths(1)) {
            if (x.getDayOfWeek() == DayOfWeek.FRIDAY) {
                fri13++;
            }
        }
        System.out.println(fri13);
    }
}
