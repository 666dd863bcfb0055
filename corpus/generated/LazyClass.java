// prints 1 1 1
// prints 2 2 2
// race
/** A class initialiser runs once, in whichever thread needs it first; the others wait. */
public class LazyClass {
    static int x = 1;

    static class Lazy {
        static int v = x;
    }

    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread("T1") {
            public void run() {
                seen = Lazy.v;
            }
        };
        Thread t2 = new Thread("T2") {
            public void run() {
                x = 2;
            }
        };
        t1.start();
        t2.start();
        int mine = Lazy.v;
        t1.join();
        t2.join();
        System.out.println(mine + " " + seen + " " + Lazy.v);
    }
}
