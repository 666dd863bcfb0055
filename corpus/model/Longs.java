/** Two threads count with longs under a lock; the sum is checked, with a message. */
public class Longs {
    static long sum = 1L << 20;
    static final Object LOCK = new Object();

    static void add(long times, long what) {
        for (long i = 0; i < times; i++) {
            synchronized (LOCK) {
                sum = (sum * 3 - sum * 2 + what) / 1;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> add(2, 5));
        Thread two = new Thread(() -> add(1, -3));
        one.start();
        two.start();
        one.join();
        two.join();
        long more = sum - (1 << 20);
        if (more > 7) {
            throw new IllegalStateException();
        }
        assert (more << 10 >> 40) % 8 == 0 && (more >>> 2) == 1 && (int) -more == -7 : "sum is " + sum;
        assert Long.compare(more, 7) == 0 : "sum";
    }
}
