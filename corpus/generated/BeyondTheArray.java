// no race
// prints 0
/** An access that throws touches nothing, so it races with nothing. */
public class BeyondTheArray {
    static final int[] a = new int[2];

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread("T1") {
            public void run() {
                try { a[3] = 1; } catch (ArrayIndexOutOfBoundsException e) { }
            }
        };
        Thread t2 = new Thread("T2") {
            public void run() {
                try { a[3] = 2; } catch (ArrayIndexOutOfBoundsException e) { }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(a[0]);
    }
}
