import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericKeyedObjectPoolConfig;

/** Two threads borrow under two keys from a pool that may have one object per key. */
public class KeyedPool {
    static class Factory extends BaseKeyedPooledObjectFactory<String, StringBuilder> {
        @Override public StringBuilder create(String key) {
            return new StringBuilder(key);
        }

        @Override public PooledObject<StringBuilder> wrap(StringBuilder value) {
            return new DefaultPooledObject<>(value);
        }
    }

    public static void main(String[] args) throws Exception {
        GenericKeyedObjectPoolConfig<StringBuilder> config = new GenericKeyedObjectPoolConfig<>();
        config.setMaxTotalPerKey(1);
        config.setJmxEnabled(false);
        GenericKeyedObjectPool<String, StringBuilder> pool = new GenericKeyedObjectPool<>(new Factory(), config);
        Thread other = new Thread(() -> use(pool, "a"));
        other.start();
        use(pool, "b");
        other.join();
        assert pool.getNumActive() == 0 && pool.getNumIdle() == 2;
        pool.close();
    }

    static void use(GenericKeyedObjectPool<String, StringBuilder> pool, String key) {
        try {
            StringBuilder borrowed = pool.borrowObject(key);
            assert borrowed.toString().equals(key);
            pool.returnObject(key, borrowed);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
