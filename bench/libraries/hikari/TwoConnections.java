import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Two threads take a connection from a pool of one: never both at once. */
public class TwoConnections {
    static Object stub(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            Class<?> result = method.getReturnType();
            if (result == Connection.class) {
                return stub(Connection.class);
            }
            if (method.getName().equals("isValid") || method.getName().equals("getAutoCommit")) {
                return true;
            }
            if (method.getName().equals("hashCode")) {
                return 1;
            }
            return result == boolean.class ? (Object) false : result == int.class ? (Object) 0 : null;
        });
    }

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setDataSource((DataSource) stub(DataSource.class));
        config.setMaximumPoolSize(1);
        config.setPoolName("pool");
        // Any time may pass, so a request could time out and a connection come to the end of its life.
        config.setConnectionTimeout(0);
        config.setMaxLifetime(0);
        AtomicInteger users = new AtomicInteger();
        try (HikariDataSource pool = new HikariDataSource(config)) {
            Runnable use = () -> {
                try (Connection connection = pool.getConnection()) {
                    assert users.incrementAndGet() == 1;
                    users.decrementAndGet();
                } catch (java.sql.SQLException e) {
                    throw new IllegalStateException(e);
                }
            };
            Thread other = new Thread(use);
            other.start();
            use.run();
            other.join();
        }
    }
}
