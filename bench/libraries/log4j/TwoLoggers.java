import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads log to an appender of log4j 2. */
public class TwoLoggers {
    static final AtomicInteger count = new AtomicInteger();

    static class Counting extends AbstractAppender {
        Counting() {
            super("counting", null, null, true, Property.EMPTY_ARRAY);
        }

        @Override public void append(LogEvent event) {
            count.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        LoggerContext context = new LoggerContext("test");
        context.start(new org.apache.logging.log4j.core.config.DefaultConfiguration());
        Counting appender = new Counting();
        appender.start();
        context.getConfiguration().getRootLogger().addAppender(appender, Level.ALL, null);
        context.getConfiguration().getRootLogger().removeAppender(
            context.getConfiguration().getAppenders().keySet().iterator().next());
        context.getConfiguration().getRootLogger().setLevel(Level.ALL);
        context.updateLoggers();
        Thread other = new Thread(() -> context.getLogger("a").info("hello {}", 1));
        other.start();
        context.getLogger("b").info("hello {}", 2);
        other.join();
        assert count.get() == 2 : count.get();
    }
}
