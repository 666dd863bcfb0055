import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

public class TimeInstantsAndDurations {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return r.get() + " ";
        } catch (DateTimeParseException e) {
            return "parse@" + e.getErrorIndex() + " ";
        } catch (DateTimeException | ArithmeticException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage() + " ";
        }
    }

    public static void main(String[] args) {
        Duration[] ds = {Duration.ZERO, Duration.ofSeconds(1), Duration.ofMillis(-1), Duration.ofSeconds(3661, 5), Duration.ofDays(2).plusHours(3), Duration.ofNanos(1_500_000_000L), Duration.ofMinutes(-90), Duration.ofSeconds(-1, 999_000_000)};
        for (Duration d : ds) {
            System.out.println(d + " " + d.getSeconds() + " " + d.getNano() + " " + d.toMillis() + " " + d.toMinutes() + " " + d.toHoursPart() + ":" + d.toMinutesPart() + ":" + d.toSecondsPart() + " " + d.negated() + " " + d.abs() + " " + d.multipliedBy(3) + " " + d.dividedBy(2) + " " + d.isNegative() + d.isZero() + " " + d.hashCode() + " " + d.truncatedTo(ChronoUnit.SECONDS));
        }
        System.out.println(Duration.parse("PT1H30M5.25S") + " " + Duration.parse("P2DT-3H") + " " + Duration.parse("-PT5M") + " " + attempt(() -> Duration.parse("1h")) + Duration.ofHours(5).dividedBy(Duration.ofMinutes(50)) + Duration.between(LocalTime.of(10, 0), LocalTime.of(8, 30)) + ds[1].compareTo(ds[2]) + attempt(() -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1)) + attempt(() -> Duration.ofDays(1).dividedBy(0)));
        LocalTime t = LocalTime.of(23, 59, 30);
        System.out.println(t + " " + t.plusSeconds(45) + " " + t.minusHours(30) + " " + t.withNano(5) + " " + t.truncatedTo(ChronoUnit.HOURS) + " " + t.toSecondOfDay() + LocalTime.MIDNIGHT + LocalTime.MAX + LocalTime.ofSecondOfDay(3661) + LocalTime.parse("07:05") + LocalTime.of(1, 2, 3, 4_000_000) + attempt(() -> LocalTime.of(24, 0)) + attempt(() -> LocalTime.parse("7:05")) + t.isAfter(LocalTime.NOON));
        LocalDateTime dt = LocalDateTime.of(2024, 2, 28, 23, 30, 15, 123_000_000);
        System.out.println(dt + " " + dt.plusMinutes(45) + " " + dt.plusDays(1).plusMinutes(45) + " " + dt.minusYears(4) + " " + dt.toLocalDate() + dt.toLocalTime() + " " + dt.with(LocalTime.NOON) + " " + dt.truncatedTo(ChronoUnit.MINUTES) + " " + dt.getDayOfWeek());
        System.out.println(dt.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + " " + dt.format(DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS")) + " " + dt.format(DateTimeFormatter.ofPattern("H:m:s n")) + " " + dt.format(DateTimeFormatter.ISO_TIME) + " " + LocalDateTime.parse("2020-05-06T07:08") + LocalDateTime.parse("2001/02/03 04:05:06", DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss")) + attempt(() -> LocalDateTime.parse("2020-05-06")));
        System.out.println(ChronoUnit.HOURS.between(dt, dt.plusDays(3)) + " " + ChronoUnit.NANOS.between(dt, dt.plusSeconds(1)) + " " + dt.until(dt.plusMonths(5), ChronoUnit.DAYS) + " " + dt.isBefore(dt.plusNanos(1)) + dt.compareTo(dt.minusYears(3)) + " " + dt.equals(LocalDateTime.parse(dt.toString())) + " " + dt.hashCode());
        Instant i = Instant.ofEpochSecond(1_700_000_000L, 5);
        System.out.println(i + " " + i.plus(1, ChronoUnit.DAYS) + " " + i.minusMillis(1) + " " + i.toEpochMilli() + " " + i.getEpochSecond() + " " + i.getNano() + " " + Instant.EPOCH + " " + Instant.ofEpochMilli(-1) + " " + Instant.parse("1999-12-31T23:59:59.5Z").getEpochSecond() + " " + Instant.MAX + " " + Instant.MIN + attempt(() -> Instant.MAX.plusNanos(1)) + i.truncatedTo(ChronoUnit.HOURS));
        ZoneOffset z = ZoneOffset.ofHoursMinutes(5, 30);
        OffsetDateTime od = dt.atOffset(z);
        System.out.println(od + " " + od.toInstant() + " " + od.withOffsetSameInstant(ZoneOffset.ofHours(-8)) + " " + z.getTotalSeconds() + ZoneOffset.of("-03:15") + ZoneOffset.UTC + ZoneOffset.of("+02:00:30") + attempt(() -> ZoneOffset.ofHours(19)) + od.toEpochSecond() + " " + od.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME) + OffsetDateTime.parse("2020-01-01T00:00:00+01:00").isEqual(OffsetDateTime.parse("2019-12-31T23:00:00Z")));
        ZonedDateTime zd = i.atZone(ZoneOffset.UTC);
        System.out.println(zd + " " + zd.withZoneSameInstant(z) + " " + zd.withZoneSameLocal(z).toInstant() + " " + zd.format(DateTimeFormatter.ISO_INSTANT) + " " + LocalDateTime.ofInstant(i, z) + " " + LocalDateTime.ofEpochSecond(0, 0, z) + " " + zd.toOffsetDateTime());
        Clock c = Clock.fixed(i, ZoneOffset.UTC);
        System.out.println(Instant.now(c) + " " + LocalDateTime.now(c) + " " + Clock.offset(c, Duration.ofHours(1)).instant() + " " + c.millis() + " " + Clock.tick(c, Duration.ofMinutes(1)).instant());
    }
}
