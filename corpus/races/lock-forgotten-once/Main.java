import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A list is used under a lock but for one place, which is reached only if the other thread came first. */
public class Main {
    private final Lock lock = new ReentrantLock();
    private final List<String> names = new ArrayList<>();

    boolean add(String name) {
        lock.lock();
        try {
            names.add(name);
            return names.size() > 1;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        Main list = new Main();
        new Thread(() -> {
            list.add("a");
            list.add("b");
        }).start();
        if (list.add("c")) {
            list.names.clear();
        }
    }
}
