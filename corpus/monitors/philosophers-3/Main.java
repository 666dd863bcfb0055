public class Main {
    static final int N = 3;

    static class Philosopher extends Thread {
        private final Object left;
        private final Object right;

        Philosopher(Object left, Object right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public void run() {
            synchronized (left) {
                synchronized (right) {
                    // eat
                }
            }
        }
    }

    public static void main(String[] args) {
        Object[] forks = new Object[N];
        for (int i = 0; i < N; i++) forks[i] = new Object();
        for (int i = 0; i < N; i++) new Philosopher(forks[i], forks[(i + 1) % N]).start();
    }
}
