public class Main {
    static int x;
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Runnable add = () -> { synchronized (lock) { int r = x; Thread.yield(); x = r + 1; } };
        Thread a = Thread.ofVirtual().start(add), b = Thread.ofVirtual().start(add);
        a.join(); b.join();
        System.out.println(x);
    }
}
