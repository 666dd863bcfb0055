import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

/** An asynchronous appender hands over what was logged before it was stopped. */
public class AsyncAppends {
    public static void main(String[] args) throws Exception {
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new ch.qos.logback.classic.util.LogbackMDCAdapter());
        ListAppender<ILoggingEvent> list = new ListAppender<>();
        list.setContext(context);
        list.start();
        AsyncAppender async = new AsyncAppender();
        async.setContext(context);
        async.setQueueSize(1);
        async.setDiscardingThreshold(0);
        async.setMaxFlushTime(0);
        async.addAppender(list);
        async.start();
        Logger logger = context.getLogger("x");
        logger.addAppender(async);
        logger.info("hello");
        async.stop();
        assert list.list.size() == 1 : list.list.size();
    }
}
