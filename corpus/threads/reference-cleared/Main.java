import java.lang.ref.WeakReference;

/** One thread clears a reference, the other looks at it. */
public class Main {
    private static volatile int step;

    public static void main(String[] args) {
        Object object = new Object();
        WeakReference<Object> reference = new WeakReference<>(object);
        new Thread(() -> {
            step = 1;
            reference.clear();
            step = 2;
        }).start();
        int before = step;
        boolean isThere = reference.get() == object;
        System.out.println(before + " " + isThere + " " + step);
    }
}
