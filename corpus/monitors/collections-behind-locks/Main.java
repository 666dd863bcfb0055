import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** A map behind a monitor and a list behind a lock, two threads, nothing outside. */
public class Main {
    static final Map<String, Integer> stock = new HashMap<>();
    static final Object ofStock = new Object();
    static final List<String> log = new ArrayList<>();
    static final ReentrantLock ofLog = new ReentrantLock();
    static int changes;

    static void deliver(String what, int amount) {
        synchronized (ofStock) {
            stock.merge(what, amount, Integer::sum);
            changes++;
        }
        ofLog.lock();
        try {
            log.add(what);
        } finally {
            ofLog.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> deliver("bolts", 3));
        other.start();
        deliver("nuts", 2);
        deliver("bolts", 1);
        other.join();
        System.out.println(stock.get("bolts") + " " + stock.get("nuts") + " " + changes + " " + log.size());
    }
}
