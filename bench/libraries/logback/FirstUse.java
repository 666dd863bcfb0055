import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two threads use slf4j for the first time at once: both get a logger of logback, and the same one. */
public class FirstUse {
    public static void main(String[] args) throws Exception {
        Logger[] seen = new Logger[2];
        Thread other = new Thread(() -> seen[0] = LoggerFactory.getLogger("x"));
        other.start();
        seen[1] = LoggerFactory.getLogger("x");
        other.join();
        assert LoggerFactory.getILoggerFactory() instanceof ch.qos.logback.classic.LoggerContext;
    }
}
