import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Listeners are told about an event while a plug-in adds one more.
 *
 * <p>{@code CopyOnWriteArrayList} never changes the array that an iterator walks over: the loop
 * sees the listeners as they were when it began.
 */
public class IteratorRace {
    private final List<String> listeners = new CopyOnWriteArrayList<>();

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
