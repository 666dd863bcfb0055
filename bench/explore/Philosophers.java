/** Dining philosophers who take their forks in a global order; the argument is their number. */
public class Philosophers {
    public static void main(String[] args) {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        int[] meals = new int[count];
        Object[] forks = new Object[count];
        for (int i = 0; i < count; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < count; i++) {
            int seat = i;
            Object left = forks[Math.min(i, (i + 1) % count)];
            Object right = forks[Math.max(i, (i + 1) % count)];
            new Thread(() -> {
                for (int round = 0; round < 2; round++) {
                    synchronized (left) {
                        synchronized (right) {
                            meals[seat]++;
                        }
                    }
                }
            }).start();
        }
    }
}
