import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads add to and remove from an ArrayList under a ReentrantLock. */
public class LockList {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        ReentrantLock lock = new ReentrantLock();
        List<Integer> list = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            int id = t;
            new Thread(() -> {
                for (int i = 0; i < rounds; i++) {
                    lock.lock();
                    try {
                        list.add(id);
                        if (list.size() > 1) {
                            list.remove(0);
                        }
                    } finally {
                        lock.unlock();
                    }
                }
            }).start();
        }
    }
}
