public class Main {
    static final ThreadLocal<Integer> count = ThreadLocal.withInitial(() -> 0);
    static int other;

    static int next() {
        count.set(count.get() + 1);
        return count.get();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = next());
        t.start();
        int mine = next();
        t.join();
        System.out.println(mine + " " + other);
    }
}
