import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

/** Two threads log to one appender: AppenderBase is synchronised, so a plain counter is enough. */
public class ListAppends {
    static int count;

    public static void main(String[] args) throws Exception {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new ch.qos.logback.classic.util.LogbackMDCAdapter());
        AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override protected void append(ILoggingEvent event) {
                count++;
            }
        };
        appender.setContext(context);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(Level.INFO);
        Thread other = new Thread(() -> context.getLogger("a.b").info("hello {}", 1));
        other.start();
        context.getLogger("a.c").info("hello {}", 2);
        other.join();
        assert count == 2 : count;
    }
}
