import io.netty.util.Recycler;

/** An object is recycled by another thread than the one that got it; no two owners at once. */
public class RecyclerHandOver {
    static class Item {
        final Recycler.Handle<Item> handle;
        boolean used;

        Item(Recycler.Handle<Item> handle) {
            this.handle = handle;
        }
    }

    public static void main(String[] args) throws Exception {
        Recycler<Item> recycler = new Recycler<>() {
            @Override protected Item newObject(Handle<Item> handle) {
                return new Item(handle);
            }
        };
        Item first = recycler.get();
        first.used = true;
        Thread other = new Thread(() -> {
            first.used = false;
            first.handle.recycle(first);
        });
        other.start();
        Item second = recycler.get();
        assert !second.used;
        other.join();
    }
}
