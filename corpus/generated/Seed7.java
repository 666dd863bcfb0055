// prints 0 1 1
// prints 1 1 1
// race
public class Seed7 {
    static synchronized int tick() {
        int old = y;
        if (old == 2) throw new IllegalStateException();
        y = old + 1;
        return old + 1;
    }
    static int y;
    static final Thread t0 = Thread.currentThread();
    static final Thread t1 = new Thread("T1") { public void run() { run1(); } };
    static int result1;

    static void join(Thread t) {
        while (true) try { t.join(); return; } catch (InterruptedException e) { }
    }

    public static void main(String[] args) {
        int r0 = 0, r1 = 0, r2 = 0;
        t1.start();
        r0 = y;
        join(t1);
        System.out.println((1 * r0 + 100 * r1 + 10000 * r2) + " " + result1 + " " + y);
    }

    static void run1() {
        int r0 = 0, r1 = 0, r2 = 0;
        r0 = tick();
        result1 = 1 * r0 + 100 * r1 + 10000 * r2;
    }
}
