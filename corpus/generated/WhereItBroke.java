// no race
// prints 3
// uncaught ArrayIndexOutOfBoundsException at 12
// uncaught ArrayIndexOutOfBoundsException at 13
/** Two exceptions that differ only in where they were thrown are two findings. */
public class WhereItBroke {
    static volatile int i;
    static int[] a = new int[2];

    static void work() {
        int[] a = WhereItBroke.a;
        a[i] = 1;
        a[i] = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread("T1") {
            public void run() {
                work();
            }
        };
        t.start();
        i = 3;
        t.join();
        System.out.println(i);
    }
}
