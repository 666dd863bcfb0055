/**
 * A cache is created when it is first needed.
 *
 * <p>The Java virtual machine initialises a class once, on first use, under a lock of its own. A
 * nested class whose only purpose is to hold the cache makes use of that.
 */
public class LazyInit {
    static final class Cache {
        private static int created;

        Cache() {
            created++;
        }
    }

    private static final class Holder {
        static final Cache CACHE = new Cache();
    }

    static Cache cache() {
        return Holder.CACHE;
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
