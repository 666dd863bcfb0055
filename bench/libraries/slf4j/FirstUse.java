import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The first loggers are made by two threads at once: both can be used, whoever binds SLF4J. */
public class FirstUse {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> LoggerFactory.getLogger("a").debug("hello"));
        other.start();
        Logger logger = LoggerFactory.getLogger("b");
        logger.debug("hello");
        other.join();
        assert LoggerFactory.getLogger("b").getName().equals("b");
    }
}
