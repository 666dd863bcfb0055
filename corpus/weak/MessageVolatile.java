// A volatile read sees what was written before the volatile write that it sees.
// sc: proved
// jmm: proved
public class MessageVolatile {
    static int data;
    static volatile int flag;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            data = 1;
            flag = 1;
        }, "one");
        Thread two = new Thread(() -> {
            if (flag == 1 && data == 0) {
                throw new AssertionError("no data");
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
