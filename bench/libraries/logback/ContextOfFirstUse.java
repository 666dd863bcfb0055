import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/**
 * Two threads ask slf4j for its factory, to configure logback. While the first one initialises slf4j, the second one gets a
 * substitute, which is no LoggerContext.
 */
public class ContextOfFirstUse {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ContextOfFirstUse::configure);
        other.start();
        configure();
        other.join();
    }

    static void configure() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.getLogger("application");
    }
}
