import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

public class TimeArithmetic {
    static void t(java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(c.call());
        } catch (Exception e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 29);
        LocalDateTime dt = LocalDateTime.of(2024, 12, 31, 23, 59, 59, 999_999_999);
        ZonedDateTime z = dt.atZone(ZoneId.of("America/New_York"));
        Instant i = Instant.parse("2024-06-01T12:00:00.123Z");
        System.out.println(d.plusYears(1) + " " + d.minusMonths(12) + " " + d.with(TemporalAdjusters.lastDayOfYear())
                + " " + d.with(TemporalAdjusters.next(DayOfWeek.FRIDAY)) + " " + d.getDayOfYear() + d.isLeapYear()
                + d.lengthOfMonth() + " " + d.atStartOfDay() + " " + d.until(LocalDate.of(2025, 3, 1)) + " "
                + d.datesUntil(d.plusDays(3)).toList() + " " + d.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " "
                + d.query(TemporalQueries.precision()) + " " + d.get(WeekFields.ISO.weekOfWeekBasedYear())
                + d.get(WeekFields.of(Locale.US).dayOfWeek()) + d.compareTo(LocalDate.EPOCH));
        System.out.println(dt.plusNanos(1) + " " + dt.truncatedTo(ChronoUnit.HOURS) + " "
                + dt.toLocalTime().toSecondOfDay() + " " + z + " " + z.toInstant() + " " + z.plusDays(70) + " "
                + z.getOffset() + " " + z.withEarlierOffsetAtOverlap() + " " + ZonedDateTime.of(2024, 11, 3, 1, 30, 0,
                0, z.getZone()).plusHours(1) + " " + ZonedDateTime.of(2024, 3, 10, 2, 30, 0, 0, z.getZone()) + " "
                + i.plus(90, ChronoUnit.MINUTES) + " " + i.atOffset(ZoneOffset.ofHoursMinutes(-3, -30)) + " "
                + i.getEpochSecond() + i.getNano() + " " + Instant.MIN.getEpochSecond() + " "
                + Instant.EPOCH.minusNanos(1));
        System.out.println(Duration.between(dt, dt.plusHours(25)) + " " + Duration.ofMillis(-1500) + " "
                + Duration.ofDays(2).plusHours(3).toHours() + " " + Duration.parse("P1DT2H3M4.5S").toMillis() + " "
                + Duration.ofSeconds(3661).toMinutesPart() + " " + Duration.ZERO + Duration.ofNanos(1) + " "
                + Period.of(1, 14, 40).normalized() + " " + Period.parse("P1Y2M3W4D") + " "
                + Period.ofWeeks(2).negated() + " " + ChronoUnit.MONTHS.between(LocalDate.of(2024, 1, 31),
                LocalDate.of(2024, 2, 29)) + " " + Year.of(2100).isLeap() + YearMonth.parse("2024-02").atEndOfMonth()
                + MonthDay.of(2, 29).isValidYear(2023) + " " + OffsetTime.of(1, 2, 3, 0, ZoneOffset.UTC) + " "
                + LocalTime.parse("10:15").plusMinutes(1000) + " " + LocalTime.NOON.minus(Duration.ofSeconds(1)) + " "
                + ZoneOffset.of("+05:45").getTotalSeconds() + " "
                + ZoneId.of("Europe/Paris").getRules().isDaylightSavings(i) + " " + ZoneId.of("UTC+3")
                + ZoneId.of("Z").normalized());
        for (String p : new String[] {"yyyy-MM-dd HH:mm:ss.SSSSSSSSS", "EEEE, MMMM d, uuuu h:mm a", "D/Q/w", "e c E",
                "VV z O x XXX", "yy M d H K k", "'at' HH 'o''clock'", "ppppd|MMMMM|GGGG", "n N A"}) t(() ->
                z.format(DateTimeFormatter.ofPattern(p, Locale.ENGLISH)));
        for (DateTimeFormatter f : List.of(DateTimeFormatter.ISO_DATE_TIME, DateTimeFormatter.ISO_WEEK_DATE,
                DateTimeFormatter.ISO_ORDINAL_DATE, DateTimeFormatter.BASIC_ISO_DATE,
                DateTimeFormatter.RFC_1123_DATE_TIME, DateTimeFormatter.ISO_INSTANT)) t(() -> f.format(z));
        t(() -> LocalDate.parse("2024-2-3"));
        t(() -> LocalDate.parse("03/02/2024", DateTimeFormatter.ofPattern("dd/MM/yyyy")));
        t(() -> LocalTime.parse("25:00"));
        t(() -> LocalDate.of(2023, 2, 29));
        t(() -> LocalDateTime.parse("2024-01-01T10:00", DateTimeFormatter.ISO_DATE));
        t(() -> ZoneId.of("Mars/Base"));
        t(() -> Duration.parse("1h"));
        t(() -> d.get(ChronoField.HOUR_OF_DAY));
        t(() -> Instant.MAX.plusSeconds(1));
        t(() -> d.plus(1, ChronoUnit.HOURS));
        t(() -> DateTimeFormatter.ofPattern("bbb"));
        t(() -> LocalDate.from(LocalTime.NOON));
        t(() -> ZoneOffset.ofHours(20));
        t(() -> new DateTimeFormatterBuilder().appendPattern("uuuu").parseDefaulting(ChronoField.MONTH_OF_YEAR,
                5).parseDefaulting(ChronoField.DAY_OF_MONTH, 6).toFormatter().parse("2020", LocalDate::from));
        t(() -> DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT).parse("2023-02-30",
                LocalDate::from));
        t(() -> Clock.fixed(i, ZoneOffset.UTC).millis() + " " + LocalDate.now(Clock.fixed(i, ZoneOffset.UTC))
                + Clock.offset(Clock.fixed(i, ZoneOffset.UTC), Duration.ofDays(1)).instant());
        t(() -> LocalDate.of(2024, 1, 1).format(DateTimeFormatter.ofPattern("HH")));
        t(() -> new Date(0).toInstant());
    }
}
