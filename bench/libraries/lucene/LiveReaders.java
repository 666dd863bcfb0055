import org.apache.lucene.search.ReferenceManager;
import java.util.concurrent.atomic.AtomicInteger;

/** A reference manager: acquire beside refresh never hands out something that was closed. */
public class LiveReaders {
    static class Counted {
        final AtomicInteger references = new AtomicInteger(1);
    }

    static class Manager extends ReferenceManager<Counted> {
        Manager() {
            current = new Counted();
        }

        @Override protected void decRef(Counted counted) {
            assert counted.references.decrementAndGet() >= 0;
        }

        @Override protected Counted refreshIfNeeded(Counted old) {
            return new Counted();
        }

        @Override protected boolean tryIncRef(Counted counted) {
            for (int n; (n = counted.references.get()) > 0;) {
                if (counted.references.compareAndSet(n, n + 1)) {
                    return true;
                }
            }
            return false;
        }

        @Override protected int getRefCount(Counted counted) {
            return counted.references.get();
        }
    }

    public static void main(String[] args) throws Exception {
        Manager manager = new Manager();
        Thread refresher = new Thread(() -> {
            try {
                manager.maybeRefresh();
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        });
        refresher.start();
        Counted counted = manager.acquire();
        assert counted.references.get() > 0;
        manager.release(counted);
        refresher.join();
        manager.close();
    }
}
