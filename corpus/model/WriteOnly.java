/** Nobody reads the result: that it is 1 or 2 makes two states all the same. */
public class WriteOnly {
    static int x, result;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() {
            public void run() {
                while (x == 0) { }
                result = 1;
            }
        };
        Thread u = new Thread() {
            public void run() {
                result = 2;
            }
        };
        t.start();
        u.start();
        x = 1;
        t.join();
        u.join();
    }
}
