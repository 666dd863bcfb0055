import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.AsyncAppender;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.Property;

/** An asynchronous appender of log4j 2: what was logged before it stops is appended. */
public class AsyncAppends {
    static int count;

    static class Counting extends AbstractAppender {
        Counting() {
            super("counting", null, null, true, Property.EMPTY_ARRAY);
        }

        @Override public void append(LogEvent event) {
            count++;
        }
    }

    public static void main(String[] args) throws Exception {
        LoggerContext context = new LoggerContext("test");
        Configuration configuration = new DefaultConfiguration();
        Counting counting = new Counting();
        counting.start();
        configuration.addAppender(counting);
        AsyncAppender async = AsyncAppender.newBuilder().setName("async").setConfiguration(configuration).setBufferSize(4)
                .setAppenderRefs(new AppenderRef[] {AppenderRef.createAppenderRef("counting", null, null)}).build();
        async.start();
        context.start(configuration);
        org.apache.logging.log4j.core.Logger logger = context.getLogger("a");
        logger.setAdditive(false);
        logger.setLevel(Level.ALL);
        logger.addAppender(async);
        logger.info("hello");
        async.stop();
        assert count == 1 : count;
    }
}
