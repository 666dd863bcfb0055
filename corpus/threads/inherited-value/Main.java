/** A thread inherits an object from its creator, by way of a thread local, and both change it. */
public class Main {
    private static final InheritableThreadLocal<int[]> COUNT = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        int[] count = new int[1];
        COUNT.set(count);
        Thread thread = new Thread(() -> COUNT.get()[0]++);
        thread.start();
        count[0]++;
        thread.join();
        System.out.println(count[0]);
    }
}
