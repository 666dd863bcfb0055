/** A thread that loops forever without touching anything shared; another one fails all the same. */
public class Spinner {
    static boolean failing;

    public static void main(String[] args) {
        new Thread(() -> {
            int i = 0;
            while (true)
                i = 1 - i;
        }).start();
        new Thread(() -> failing = true).start();
        if (failing)
            throw new IllegalStateException();
    }
}
