import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;

/** Two threads borrow from a pool of one: never both at once, and none waits forever. */
public class BorrowAndReturn {
    static class Connection {
        int users;
    }

    static class Factory extends BasePooledObjectFactory<Connection> {
        @Override public Connection create() {
            return new Connection();
        }

        @Override public PooledObject<Connection> wrap(Connection connection) {
            return new DefaultPooledObject<>(connection);
        }
    }

    public static void main(String[] args) throws Exception {
        GenericObjectPool<Connection> pool = new GenericObjectPool<>(new Factory());
        pool.setMaxTotal(1);
        Runnable use = () -> {
            try {
                Connection connection = pool.borrowObject();
                connection.users++;
                assert connection.users == 1;
                connection.users--;
                pool.returnObject(connection);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert pool.getNumActive() == 0 && pool.getNumIdle() == 1;
        pool.close();
    }
}
