/**
 * One thread waits for a letter, the other delivers it.
 *
 * <p>The reader looks and waits in one critical section. The postman needs the same lock for the
 * notification, so it comes either before the look or after the wait has begun.
 */
public class MissedSignal {
    static final class Mailbox {
        private volatile String letter;

        void deliver(String text) {
            letter = text;
            synchronized (this) {
                notify();
            }
        }

        synchronized String read() throws InterruptedException {
            while (letter == null) wait();
            return letter;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Mailbox mailbox = new Mailbox();
        new Thread(() -> mailbox.deliver("hello"), "postman").start();
        System.out.println("letter: " + mailbox.read());
    }
}
