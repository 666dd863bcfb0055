public class Main {
    static final Object lock = new Object();
    static int rounds;
    static boolean done;

    public static void main(String[] args) {
        new Thread(() -> {
            while (true) {
                synchronized (lock) {
                    rounds = 1 - rounds;
                }
            }
        }, "greedy").start();
        synchronized (lock) {
            done = true;
        }
    }
}
