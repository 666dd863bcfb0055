// no race
// prints 5 5
/** What an initialiser writes happens before every use of its class. */
public class LazyOnlyOnce {
    static int made;

    static class Lazy {
        static int v;

        static {
            made = 5;
            v = 5;
        }
    }

    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread("T1") {
            public void run() {
                int v = Lazy.v;
                seen = made;
            }
        };
        t.start();
        int v = Lazy.v;
        int mine = made;
        t.join();
        System.out.println(mine + " " + seen);
    }
}
