import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A formatter of the JDK keeps the locale that is the default when its class is initialised, which another thread changes. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);
        Thread other = new Thread(() -> Locale.setDefault(Locale.GERMANY), "other");
        other.start();
        Locale kept = DateTimeFormatter.ISO_LOCAL_DATE.getLocale();
        other.join();
        System.out.println(kept.equals(Locale.ROOT));
    }
}
