import java.lang.ref.WeakReference;

/** Looks twice at a weak reference that only one thread has, while another thread asks for a collection. */
public class Main {
    static Object object = new Object();

    public static void main(String[] args) throws InterruptedException {
        WeakReference<Object> reference = new WeakReference<>(object);
        object = null;
        Thread collector = new Thread(System::gc);
        collector.start();
        boolean first = reference.get() != null;
        boolean second = reference.get() != null;
        System.out.println(first + " " + second);
        collector.join();
    }
}
