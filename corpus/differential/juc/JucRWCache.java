import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

public class JucRWCache {
    static class Cache<K, V> {
        private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        private final Map<K, V> map = new HashMap<>();
        int loads;

        V get(K k, Function<K, V> loader) {
            rw.readLock().lock();
            try {
                V v = map.get(k);
                if (v != null) {
                    return v;
                }
            } finally {
                rw.readLock().unlock();
            }
            rw.writeLock().lock();
            try {
                V v = map.get(k);
                if (v == null) {
                    loads++;
                    v = loader.apply(k);
                    map.put(k, v);
                }
                // downgrade before leaving
                rw.readLock().lock();
            } finally {
                rw.writeLock().unlock();
            }
            try {
                return map.get(k);
            } finally {
                rw.readLock().unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Cache<Integer, String> cache = new Cache<>();
        Thread[] ts = new Thread[5];
        int[] wrong = new int[1];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 40; j++) {
                    int k = j % 8;
                    String v = cache.get(k, x -> "v" + x * x);
                    if (!v.equals("v" + k * k)) {
                        synchronized (wrong) {
                            wrong[0]++;
                        }
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("loads " + cache.loads + " wrong " + wrong[0] + " " + new TreeMap<>(cache.map));
        System.out.println(cache.rw.getReadLockCount() + " " + cache.rw.isWriteLocked());

        // a loader that throws leaves the locks free
        try {
            cache.get(99, k -> {
                throw new IllegalStateException("load " + k + " write held " + cache.rw.isWriteLockedByCurrentThread());
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(cache.rw.getReadLockCount() + " " + cache.rw.isWriteLocked());
        // a loader that goes back into the cache: write lock is reentrant, read within write too
        System.out.println(cache.get(50, k -> cache.get(51, x -> "inner") + "/outer"));

        // conditions of the write lock
        ReadWriteLock rw = new ReentrantReadWriteLock();
        Condition changed = rw.writeLock().newCondition();
        int[] version = new int[1];
        StringBuffer seen = new StringBuffer();
        Thread watcher = new Thread(() -> {
            rw.writeLock().lock();
            try {
                int last = 0;
                while (last < 3) {
                    while (version[0] == last) {
                        changed.await();
                    }
                    last++;
                    seen.append("v").append(last).append(' ');
                    changed.signalAll();
                }
            } catch (InterruptedException e) {
                seen.append(e);
            } finally {
                rw.writeLock().unlock();
            }
        });
        watcher.start();
        for (int i = 1; i <= 3; i++) {
            rw.writeLock().lock();
            try {
                version[0] = i;
                changed.signalAll();
            } finally {
                rw.writeLock().unlock();
            }
        }
        watcher.join();
        System.out.println(seen.toString().trim());

        // await on the write condition while also holding a read lock is refused or would deadlock: with
        // the write lock only, a reader gets in during the wait
        boolean[] readIn = new boolean[1];
        Thread waiter = new Thread(() -> {
            rw.writeLock().lock();
            try {
                while (!readIn[0]) {
                    changed.await();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                rw.writeLock().unlock();
            }
        });
        waiter.start();
        rw.readLock().lock();
        readIn[0] = true;
        rw.readLock().unlock();
        rw.writeLock().lock();
        changed.signal();
        rw.writeLock().unlock();
        waiter.join();
        System.out.println("reader got in");
    }
}
