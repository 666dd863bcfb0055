/**
 * A connection is opened on first use, with as little locking as possible.
 *
 * <p>The first test runs without the lock, so it races with the write under the lock. Whoever wins
 * that race may, by the rules of the Java memory model, see the reference before the fields of the
 * object behind it.
 */
public class DoubleCheckedLocking {
    static final class Connection {
        private int port;

        Connection(int port) {
            this.port = port;
        }

        int port() {
            return port;
        }
    }

    // The one word that is missing here is in fixed/DoubleCheckedLocking.java.
    private static Connection connection;

    static Connection connection() {
        Connection c = connection;
        if (c == null) {
            synchronized (DoubleCheckedLocking.class) {
                c = connection;
                if (c == null) {
                    c = new Connection(8080);
                    connection = c;
                }
            }
        }
        return c;
    }

    public static void main(String[] args) {
        new Thread(() -> connection().port()).start();
        System.out.println("port: " + connection().port());
    }
}
