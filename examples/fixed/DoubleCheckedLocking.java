/**
 * A connection is opened on first use, with as little locking as possible.
 *
 * <p>The field is volatile: a thread that sees the reference also sees everything that was written
 * before it was published.
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

    private static volatile Connection connection;

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
