// deadlocks
// no race
// prints 0 0
/** Two classes whose initialisers need each other, begun from both ends. */
public class InitializerDeadlock {
    static class A {
        static int v = 0;
        static int w = B.w;
    }

    static class B {
        static int w = A.w;
    }

    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread("T1") {
            public void run() {
                seen = B.w;
            }
        };
        t.start();
        int mine = A.v;
        t.join();
        System.out.println(mine + " " + seen);
    }
}
