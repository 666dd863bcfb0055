public class Main {
    static final int N = 3;

    static class Philosopher extends Thread {
        private final Object first;
        private final Object second;

        Philosopher(Object first, Object second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    // eat
                }
            }
        }
    }

    public static void main(String[] args) {
        Object[] forks = new Object[N];
        for (int i = 0; i < N; i++) forks[i] = new Object();
        for (int i = 0; i < N - 1; i++) new Philosopher(forks[i], forks[i + 1]).start();
        new Philosopher(forks[0], forks[N - 1]).start();
    }
}
