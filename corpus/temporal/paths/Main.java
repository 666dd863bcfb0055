import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final class Account {
        int balance;
        Account next;
    }

    static Account account;
    static final AtomicInteger count = new AtomicInteger();
    static final int[] slots = new int[2];

    static synchronized void pay(int sum) {
        account.balance += sum;
    }

    public static void main(String[] args) throws Exception {
        Account first = new Account();
        first.balance = 10;
        account = first;
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                pay(-4);
                count.incrementAndGet();
                slots[me] = me + 1;
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        account.next = new Account();
        account = account.next;
    }
}
