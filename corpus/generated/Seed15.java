// prints 0 0 100 1 0 0 0
// prints 100 0 100 1 0 0 0
// race
public class Seed15 {
    static final class Node {
        int f;
        volatile int v;
        Node next;
        synchronized int bump() {
            int old = f;
            if (old == 2) throw new IllegalStateException();
            f = old + 1;
            return old + 1;
        }
    }
    static final Node A = new Node(), B = new Node();
    static final Thread t0 = Thread.currentThread();
    static final Thread t1 = new Thread("T1") { public void run() { run1(); } };
    static int result1;
    static final Thread t2 = new Thread("T2") { public void run() { run2(); } };
    static int result2;

    static void join(Thread t) {
        while (true) try { t.join(); return; } catch (InterruptedException e) { }
    }

    public static void main(String[] args) {
        int r0 = 0, r1 = 0, r2 = 0;
        Node p = null;
        t2.start();
        r1 = A.f;
        join(t1);
        join(t2);
        synchronized (A) {
            synchronized (B) {
                System.out.println((1 * r0 + 100 * r1 + 10000 * r2) + " " + result1 + " " + result2 + " " + A.f + " " + A.v + " " + B.f + " " + B.v);
            }
        }
    }

    static void run1() {
        int r0 = 0, r1 = 0, r2 = 0;
        result1 = 1 * r0 + 100 * r1 + 10000 * r2;
    }

    static void run2() {
        int r0 = 0, r1 = 0, r2 = 0;
        Node p = null;
        r1 = A.bump();
        result2 = 1 * r0 + 100 * r1 + 10000 * r2;
    }
}
