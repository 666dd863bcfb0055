import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/** System.gc() clears what nothing else holds; a local variable holds its object until overwritten. */
public class ReferenceClearing {
    static void weak() {
        WeakReference<Object> temporary = new WeakReference<>(new Object());
        Object held = new Object();
        WeakReference<Object> weak = new WeakReference<>(held);
        SoftReference<Object> soft = new SoftReference<>(new Object());
        System.gc();
        System.out.println(temporary.get() == null);
        System.out.println(weak.get() == null);
        System.out.println(soft.get() == null);
        held = null;
        System.gc();
        System.out.println(weak.get() == null);
    }

    static void map() throws Exception {
        Map<Object, String> map = new WeakHashMap<>();
        Object key = new Object();
        map.put(key, "held");
        map.put(new Object(), "free");
        for (int i = 0; i < 100 && map.size() > 1; i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println(map.values());
        key = null;
        for (int i = 0; i < 100 && !map.isEmpty(); i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println(map);
    }

    static void queue() throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object object = new Object();
        PhantomReference<Object> phantom = new PhantomReference<>(object, queue);
        System.out.println(queue.poll() + " " + phantom.get() + " " + phantom.refersTo(object));
        object = null;
        System.gc();
        System.out.println(queue.remove(5000) == phantom);
    }

    static void cleaner() throws Exception {
        Cleaner cleaner = Cleaner.create();
        Object object = new Object();
        cleaner.register(object, () -> System.out.println("cleaned"));
        object = null;
        System.gc();
        Thread.sleep(500);
        System.out.println("end");
    }

    public static void main(String[] args) throws Exception {
        weak();
        map();
        queue();
        cleaner();
    }
}
