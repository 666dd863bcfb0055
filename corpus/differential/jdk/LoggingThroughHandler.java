import java.util.logging.ConsoleHandler;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

public class LoggingThroughHandler {
    static class Out extends Handler {
        final String tag;

        Out(String tag) {
            this.tag = tag;
            setFormatter(new Formatter() {
                @Override
                public String format(LogRecord r) {
                    return "[" + r.getLevel() + " " + r.getLoggerName() + " " + formatMessage(r) + (r.getThrown() == null ? "" : " thrown " + r.getThrown().getMessage()) + "]";
                }
            });
        }

        @Override
        public void publish(LogRecord r) {
            if (isLoggable(r)) {
                System.out.println(tag + getFormatter().format(r));
            }
        }

        @Override
        public void flush() {
            System.out.println(tag + " flush");
        }

        @Override
        public void close() { }
    }

    static int computed;

    static String expensive() {
        computed++;
        return "expensive";
    }

    public static void main(String[] args) {
        Logger log = Logger.getLogger("app.core");
        log.setUseParentHandlers(false);
        Handler h = new Out("A");
        log.addHandler(h);
        System.out.println(log.getName() + " " + log.getLevel() + " " + log.getHandlers().length + log.isLoggable(Level.INFO) + log.isLoggable(Level.FINE));
        log.info("plain");
        log.fine("hidden");
        log.warning(() -> expensive());
        log.fine(() -> expensive());
        System.out.println(computed);
        log.log(Level.SEVERE, "param {0} and {1} {0}", new Object[] {"p0", 42});
        log.log(Level.INFO, "one {0}", 'x');
        log.log(Level.WARNING, "with throwable", new IllegalStateException("ise"));
        log.setLevel(Level.ALL);
        log.finest("finest");
        h.setLevel(Level.INFO);
        log.config("dropped by handler");
        h.setLevel(Level.ALL);
        log.entering("Cls", "meth", 5);
        log.exiting("Cls", "meth", "ret");
        log.throwing("Cls", "meth", new Exception("ex"));
        Filter f = r -> !r.getMessage().contains("secret");
        log.setFilter(f);
        log.info("has secret inside");
        log.info("passes");
        log.setFilter(null);
        Logger child = Logger.getLogger("app.core.child");
        child.info("to parent handler");
        child.addHandler(new Out("B"));
        child.warning("both");
        child.setUseParentHandlers(false);
        child.warning("only B");
        System.out.println((child.getParent() == log) + " " + (Logger.getLogger("app.core") == log) + child.getLevel());
        log.setLevel(Level.OFF);
        log.severe("off");
        child.severe("inherits off");
        log.setLevel(Level.WARNING);
        child.info("inherits warning");
        child.severe("passes");
        System.out.println(Level.parse("CONFIG").intValue() + " " + Level.parse("850") + " " + Level.FINE.getName() + " " + Level.INFO.equals(Level.parse("INFO")));
        try {
            Level.parse("LOUD");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        LogRecord r = new LogRecord(Level.INFO, "raw");
        r.setLoggerName("custom");
        h.publish(r);
        h.flush();
        log.removeHandler(h);
        log.severe("nobody listens");
        System.out.println(log.getHandlers().length + " " + ConsoleHandler.class.getSimpleName());
    }
}
