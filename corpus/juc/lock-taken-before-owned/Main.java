import java.util.concurrent.locks.ReentrantLock;

/** Somebody asks for the owner of a lock while it is taken. */
public class Main {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        new Thread(lock::lock).start();
        System.out.println(lock.isLocked() + " " + lock.toString().contains("Unlocked"));
    }
}
