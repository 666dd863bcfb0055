public class ThrPhilosophers {
    static class Fork {
        final int id;
        int uses;
        Thread holder;

        Fork(int id) {
            this.id = id;
        }
    }

    static class Philosopher extends Thread {
        final Fork low;
        final Fork high;
        int meals;

        Philosopher(int i, Fork left, Fork right) {
            super("phil-" + i);
            low = left.id < right.id ? left : right;
            high = left.id < right.id ? right : left;
        }

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) {
                synchronized (low) {
                    grab(low);
                    Thread.yield();
                    synchronized (high) {
                        grab(high);
                        meals++;
                        drop(high);
                    }
                    drop(low);
                }
            }
        }

        void grab(Fork f) {
            if (f.holder != null) {
                throw new AssertionError("fork taken");
            }
            f.holder = this;
            f.uses++;
        }

        void drop(Fork f) {
            if (f.holder != this) {
                throw new AssertionError("not my fork");
            }
            f.holder = null;
        }
    }

    // the other cure: a waiter who lets only n - 1 sit down
    static class Waiter {
        int seats;

        Waiter(int seats) {
            this.seats = seats;
        }

        synchronized void sit() throws InterruptedException {
            while (seats == 0) {
                wait();
            }
            seats--;
        }

        synchronized void rise() {
            seats++;
            notify();
        }
    }

    public static void main(String[] args) throws Exception {
        for (int n = 2; n <= 5; n++) {
            Fork[] forks = new Fork[n];
            for (int i = 0; i < n; i++) {
                forks[i] = new Fork(i);
            }
            Philosopher[] ps = new Philosopher[n];
            for (int i = 0; i < n; i++) {
                ps[i] = new Philosopher(i, forks[i], forks[(i + 1) % n]);
            }
            for (Philosopher p : ps) {
                p.start();
            }
            StringBuilder sb = new StringBuilder(n + ":");
            for (Philosopher p : ps) {
                p.join();
                sb.append(' ').append(p.getName()).append('=').append(p.meals);
            }
            for (Fork f : forks) {
                sb.append(" f").append(f.id).append('=').append(f.uses);
            }
            System.out.println(sb);
        }

        int n = 4;
        Waiter w = new Waiter(n - 1);
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Object();
        }
        int[] meals = new int[n];
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                try {
                    for (int m = 0; m < 8; m++) {
                        w.sit();
                        try {
                            synchronized (forks[k]) {
                                Thread.yield();
                                synchronized (forks[(k + 1) % n]) {
                                    meals[k]++;
                                }
                            }
                        } finally {
                            w.rise();
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(meals) + " seats " + w.seats);
    }
}
