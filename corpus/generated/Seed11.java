// race
public class Seed11 {
    static final class Node {
        int f;
        volatile int v;
        Node next;
    }
    static final Node A = new Node(), B = new Node();
    static final Object l0 = new Object(), l1 = new Object();
    static final Thread t0 = Thread.currentThread();
    static final Thread t1 = new Thread("T1") { public void run() { run1(); } };
    static int result1;

    static void join(Thread t) {
        while (true) try { t.join(); return; } catch (InterruptedException e) { }
    }

    public static void main(String[] args) {
        int r0 = 0, r1 = 0, r2 = 0;
        Node p = null;
        t1.start();
        while (A.f == 0) { }
        join(t1);
        synchronized (l0) {
            synchronized (l1) {
                synchronized (A) {
                    synchronized (B) {
                        System.out.println((1 * r0 + 100 * r1 + 10000 * r2) + " " + result1 + " " + A.f + " " + A.v + " " + B.f + " " + B.v);
                    }
                }
            }
        }
    }

    static void run1() {
        int r0 = 0, r1 = 0, r2 = 0;
        Node p = null;
        synchronized (l1) {
            A.f = r1;
        }
        result1 = 1 * r0 + 100 * r1 + 10000 * r2;
    }
}
