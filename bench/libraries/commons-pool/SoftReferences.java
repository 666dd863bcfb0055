import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.SoftReferenceObjectPool;

/** A pool of soft references, used by two threads. */
public class SoftReferences {
    public static void main(String[] args) throws Exception {
        SoftReferenceObjectPool<StringBuilder> pool = new SoftReferenceObjectPool<>(new BasePooledObjectFactory<>() {
            @Override public StringBuilder create() {
                return new StringBuilder();
            }

            @Override public PooledObject<StringBuilder> wrap(StringBuilder text) {
                return new DefaultPooledObject<>(text);
            }
        });
        Runnable use = () -> {
            try {
                StringBuilder text = pool.borrowObject();
                text.append('x');
                pool.returnObject(text);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert pool.getNumActive() == 0;
    }
}
