public class Main {
    static class Account {
        int balance;
        boolean closed;

        synchronized void take(int sum) {
            if (balance >= sum) {
                balance -= sum;
            }
        }
    }

    static final class Savings extends Account {
    }

    static Account open(Account account) {
        synchronized (account) {
            account.balance = 5;
        }
        return account;
    }

    public static void main(String[] args) throws Exception {
        Account account = open(new Account());
        Account savings = open(new Savings());
        Thread thread = new Thread(() -> {
            account.take(3);
            savings.take(4);
        });
        thread.start();
        account.take(3);
        thread.join();
        synchronized (account) {
            account.closed = true;
        }
    }
}
