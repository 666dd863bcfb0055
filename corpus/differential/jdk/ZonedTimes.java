import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;

public class ZonedTimes {
    public static void main(String[] a) {
        ZonedDateTime z = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/Berlin"));
        System.out.println(z.plusHours(1) + " " + z.format(DateTimeFormatter.RFC_1123_DATE_TIME) + " "
                + z.withZoneSameInstant(ZoneId.of("Asia/Tokyo")));
        System.out.println(LocalDate.of(2024, 2, 29).plusYears(1) + " "
                + LocalDate.parse("2024-12-30").get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " "
                + Period.between(LocalDate.of(2020, 1, 31), LocalDate.of(2024, 3, 1)) + " "
                + ChronoUnit.DAYS.between(LocalDate.EPOCH, LocalDate.of(2024, 1, 1)));
        for (Locale l : List.of(Locale.US, Locale.GERMANY, Locale.JAPAN,
                Locale.FRANCE)) System.out.println(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(l).format(LocalDate.of(2024, 5, 6)) + " | " + DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, h:mm a", l).format(z));
        System.out.println(Duration.parse("PT1H30M").plusMillis(5) + " " + Duration.ofSeconds(-1, 5) + " "
                + Instant.ofEpochSecond(1700000000) + " " + Year.isLeap(1900) + " " + YearMonth.of(2024,
                2).lengthOfMonth() + " " + DayOfWeek.MONDAY.plus(10) + " " + LocalTime.MIDNIGHT.minusNanos(1));
        try {
            LocalDate.parse("2023-02-30");
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalDate.of(2023, 13, 1);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(DateTimeFormatter.ofPattern("yyyy/MM/dd[ HH:mm]").parse("2024/01/02", LocalDate::from)
                + " " + OffsetDateTime.parse("2024-01-01T00:00:00+05:30").toInstant() + " "
                + TemporalAdjusters.firstInMonth(DayOfWeek.FRIDAY).adjustInto(LocalDate.of(2024, 9, 9)) + " "
                + java.time.chrono.JapaneseDate.of(2024, 1, 1) + " " + java.time.chrono.ThaiBuddhistDate.of(2567, 1,
                1) + " " + java.time.chrono.HijrahDate.from(LocalDate.of(2024, 1, 1)));
        System.out.println(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC) + " "
                + ZoneId.of("America/New_York").getRules().getTransitions().size() + " "
                + z.getZone().getDisplayName(TextStyle.FULL, Locale.US));
    }
}
