/**
 * Alice and Bob send each other money at the same moment.
 *
 * <p>Each transfer locks the sender's account and then the receiver's. If both threads get their
 * first lock, neither ever gets its second.
 */
public class Transfer {
    static final class Account {
        private int balance;

        Account(int balance) {
            this.balance = balance;
        }

        void transfer(Account to, int amount) {
            synchronized (this) {
                synchronized (to) {
                    balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account alice = new Account(100);
        Account bob = new Account(100);

        Thread first = new Thread(() -> alice.transfer(bob, 30), "alice");
        Thread second = new Thread(() -> bob.transfer(alice, 20), "bob");
        first.start();
        second.start();
        first.join();
        second.join();

        System.out.println("total: " + (alice.balance + bob.balance));
    }
}
