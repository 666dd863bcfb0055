/**
 * A cache is created when it is first needed.
 *
 * <p>Two threads may both find that there is none yet. Each creates one, and what the first stores
 * in its cache the second never finds.
 */
public class LazyInit {
    static final class Cache {
        private static int created;

        Cache() {
            created++;
        }
    }

    private static Cache cache;

    static Cache cache() {
        if (cache == null) cache = new Cache();
        return cache;
    }

    private static Cache seen;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> seen = cache());
        other.start();
        Cache mine = cache();
        other.join();

        assert mine == seen : "two threads work with different caches";
        System.out.println("created: " + Cache.created);
    }
}
