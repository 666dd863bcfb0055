import java.util.Random;

public class ThrBank {
    static class Account {
        final int id;
        private long balance;

        Account(int id, long b) {
            this.id = id;
            this.balance = b;
        }

        synchronized long get() {
            return balance;
        }

        static boolean transfer(Account from, Account to, long amount) {
            if (from == to) {
                return false;
            }
            Account first = from.id < to.id ? from : to;
            Account second = first == from ? to : from;
            synchronized (first) {
                synchronized (second) {
                    if (from.balance < amount) {
                        return false;
                    }
                    from.balance -= amount;
                    Thread.yield();
                    to.balance += amount;
                    return true;
                }
            }
        }

        synchronized void awaitAtLeast(long n) throws InterruptedException {
            while (balance < n) {
                wait();
            }
        }

        synchronized void deposit(long n) {
            if (n <= 0) {
                throw new IllegalArgumentException("deposit " + n);
            }
            balance += n;
            notifyAll();
        }

        synchronized void withdrawWaiting(long n) throws InterruptedException {
            awaitAtLeast(n);
            balance -= n;
        }
    }

    public static void main(String[] args) throws Exception {
        Account[] acc = new Account[5];
        for (int i = 0; i < acc.length; i++) {
            acc[i] = new Account(i, 1000);
        }
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            final int seed = i;
            ts[i] = new Thread(() -> {
                Random r = new Random(seed);
                for (int j = 0; j < 50; j++) {
                    Account.transfer(acc[r.nextInt(5)], acc[r.nextInt(5)], r.nextInt(300));
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        long total = 0;
        boolean negative = false;
        for (Account a : acc) {
            total += a.get();
            negative |= a.get() < 0;
        }
        System.out.println("total " + total + " negative " + negative);

        // opposite transfers in a loop: ordered locks, no deadlock
        Account x = new Account(10, 500);
        Account y = new Account(11, 500);
        Thread xy = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                Account.transfer(x, y, 1);
            }
        });
        Thread yx = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                Account.transfer(y, x, 2);
            }
        });
        xy.start();
        yx.start();
        xy.join();
        yx.join();
        System.out.println(x.get() + " " + y.get());

        System.out.println(Account.transfer(x, x, 1) + " " + Account.transfer(x, y, 10_000) + " "
                + Account.transfer(x, y, x.get()) + " " + x.get());

        // withdrawals that wait for deposits
        Account z = new Account(20, 0);
        Thread[] ws = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int n = 100;
            ws[i] = new Thread(() -> {
                try {
                    z.withdrawWaiting(n);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ws[i].start();
        }
        for (int i = 0; i < 35; i++) {
            z.deposit(10);
        }
        for (Thread t : ws) {
            t.join();
        }
        System.out.println("left " + z.get());
        try {
            z.deposit(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        // an impatient client gives up
        Thread impatient = new Thread(() -> {
            try {
                z.withdrawWaiting(1_000_000);
                System.out.println("rich");
            } catch (InterruptedException e) {
                System.out.println("gave up");
            }
        });
        impatient.start();
        impatient.interrupt();
        impatient.join();
        System.out.println("left " + z.get());
    }
}
