public class Main {
    static final Object[] forks = { new Object(), new Object() };
    static int eaten;

    static void eat(Object left, Object right) {
        synchronized (left) {
            synchronized (right) {
                eaten++;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> eat(forks[0], forks[1]), "Kant").start();
        new Thread(() -> eat(forks[1], forks[0]), "Hume").start();
    }
}
