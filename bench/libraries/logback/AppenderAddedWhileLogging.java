import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

/**
 * An appender is added while another thread logs. What is logged after both are done has to reach it; but the list of
 * appenders that loggers read is a copy, and a thread that renews the copy may mark it as fresh after it became stale.
 */
public class AppenderAddedWhileLogging {
    static class Counting extends AppenderBase<ILoggingEvent> {
        int events;

        @Override protected void append(ILoggingEvent event) {
            events++;
        }
    }

    static Counting counting(LoggerContext context) {
        Counting appender = new Counting();
        appender.setContext(context);
        appender.start();
        return appender;
    }

    public static void main(String[] args) throws Exception {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new ch.qos.logback.classic.util.LogbackMDCAdapter());
        Logger logger = context.getLogger("x");
        logger.addAppender(counting(context));
        Thread other = new Thread(() -> logger.info("before"));
        other.start();
        Counting late = counting(context);
        logger.addAppender(late);
        other.join();
        int before = late.events;
        logger.info("after");
        assert late.events == before + 1 : "the late appender was not told";
    }
}
