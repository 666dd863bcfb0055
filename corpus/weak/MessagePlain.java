// A plain flag says nothing about the data.
// sc: proved
// jmm: violated assertion
public class MessagePlain {
    static int data;
    static int flag;

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
