// prints 0
// prints 1
// race
/** The first access after the start of the first thread is as visible as any other. */
public class FirstAccessAfterStart {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread("T1") {
            public void run() {
                x = 1;
            }
        };
        t.start();
        int seen = x;
        t.join();
        System.out.println(seen);
    }
}
