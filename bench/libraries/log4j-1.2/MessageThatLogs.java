import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Two loggers share an appender, and an object that is logged logs something itself when it is rendered. Each call holds the
 * monitor of its logger and then takes that of the appender; rendering takes that of the other logger with the appender's held.
 */
public class MessageThatLogs {
    static final Logger ORDERS = Logger.getLogger("orders");
    static final Logger STOCK = Logger.getLogger("stock");

    static class Rendering extends AppenderSkeleton {
        int events;

        @Override protected void append(LoggingEvent event) {
            event.getRenderedMessage();
            events++;
        }

        @Override public void close() { }

        @Override public boolean requiresLayout() {
            return false;
        }
    }

    static class Order {
        @Override public String toString() {
            STOCK.info("looked up");
            return "order";
        }
    }

    public static void main(String[] args) throws Exception {
        Rendering appender = new Rendering();
        ORDERS.setAdditivity(false);
        STOCK.setAdditivity(false);
        ORDERS.addAppender(appender);
        STOCK.addAppender(appender);
        Thread other = new Thread(() -> STOCK.info("refilled"));
        other.start();
        ORDERS.info(new Order());
        other.join();
        assert appender.events == 3;
    }
}
