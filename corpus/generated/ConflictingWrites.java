// prints 1 0
// prints 1 1
// prints 2 1
// race
/** The outcome "1 1" is lost if write/write pairs are taken for independent. */
public class ConflictingWrites {
    static int x, y, seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread("T1") {
            public void run() {
                seen = y;
                if (seen == 1) {
                    x = 2;
                }
            }
        };
        t.start();
        y = 1;
        x = 1;
        t.join();
        System.out.println(x + " " + seen);
    }
}
