import java.util.logging.*;

public class LoggerHandlers {
    public static void main(String[] a) {
        Logger l = Logger.getLogger("a.b");
        l.setUseParentHandlers(false);
        Handler h = new StreamHandler(System.out, new SimpleFormatter() { public String format(LogRecord r) {
                return r.getLevel() + ":" + r.getLoggerName() + ":" + formatMessage(r) + "\n"; } });
        h.setLevel(Level.ALL);
        l.addHandler(h);
        l.setLevel(Level.FINE);
        l.fine("f");
        l.log(Level.WARNING, "p {0} {1}", new Object[] {1, "z"});
        l.finest("no");
        h.flush();
        System.out.println(l.getParent().getName() + "|" + Logger.getGlobal().getName() + " "
                + l.isLoggable(Level.INFO) + Level.parse("800"));
        System.Logger sl = System.getLogger("q");
        System.out.println(sl.getName() + sl.isLoggable(System.Logger.Level.DEBUG));
    }
}
