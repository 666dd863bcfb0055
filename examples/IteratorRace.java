import java.util.ArrayList;
import java.util.List;

/**
 * Listeners are told about an event while a plug-in adds one more.
 *
 * <p>The loop iterates over an {@code ArrayList} that another thread changes. With luck it ends in
 * a ConcurrentModificationException, and without luck it goes on with what it happens to see.
 */
public class IteratorRace {
    private final List<String> listeners = new ArrayList<>();

    void add(String listener) {
        listeners.add(listener);
    }

    int notifyListeners() {
        int told = 0;
        for (String listener : listeners) {
            if (!listener.isEmpty()) told++;
        }
        return told;
    }

    public static void main(String[] args) throws InterruptedException {
        IteratorRace events = new IteratorRace();
        events.add("window");

        Thread plugin = new Thread(() -> events.add("plug-in"));
        plugin.start();
        int told = events.notifyListeners();
        plugin.join();
        System.out.println("told: " + told);
    }
}
