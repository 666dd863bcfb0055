/**
 * Alice and Bob send each other money at the same moment.
 *
 * <p>Every transfer locks the account with the smaller number first, whatever its direction, so the
 * two threads cannot wait for each other.
 */
public class Transfer {
    static final class Account {
        private final int number;
        private int balance;

        Account(int number, int balance) {
            this.number = number;
            this.balance = balance;
        }

        void transfer(Account to, int amount) {
            Account first = number < to.number ? this : to;
            Account second = number < to.number ? to : this;
            synchronized (first) {
                synchronized (second) {
                    balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account alice = new Account(1, 100);
        Account bob = new Account(2, 100);

        Thread first = new Thread(() -> alice.transfer(bob, 30), "alice");
        Thread second = new Thread(() -> bob.transfer(alice, 20), "bob");
        first.start();
        second.start();
        first.join();
        second.join();

        System.out.println("total: " + (alice.balance + bob.balance));
    }
}
