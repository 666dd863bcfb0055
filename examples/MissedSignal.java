/**
 * One thread waits for a letter, the other delivers it.
 *
 * <p>The reader looks into the mailbox before it takes the lock. If the letter is delivered between
 * the look and the wait, the notification finds nobody, and the reader waits forever.
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

        String read() throws InterruptedException {
            while (letter == null) {
                // The postman may come and go exactly here.
                synchronized (this) {
                    wait();
                }
            }
            return letter;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Mailbox mailbox = new Mailbox();
        new Thread(() -> mailbox.deliver("hello"), "postman").start();
        System.out.println("letter: " + mailbox.read());
    }
}
