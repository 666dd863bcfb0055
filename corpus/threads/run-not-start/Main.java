public class Main {
    static int n;
    static Thread by;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            n++;
            by = Thread.currentThread();
        });
        t.run();
        n++;
        System.out.println("n=" + n + " same=" + (by == Thread.currentThread()));
    }
}
