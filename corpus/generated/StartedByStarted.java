// prints 0 0
// prints 0 5
// prints 5 5
// race
/** The thread that interferes does not exist yet when main begins to read. */
public class StartedByStarted {
    static int x;
    static final Thread t2 = new Thread("T2") {
        public void run() {
            x = 5;
        }
    };

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread("T1") {
            public void run() {
                t2.start();
            }
        };
        t1.start();
        int first = x;
        int second = x;
        t1.join();
        t2.join();
        System.out.println(first + " " + second);
    }
}
