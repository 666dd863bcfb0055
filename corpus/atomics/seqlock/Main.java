public class Main {
    static volatile int sequence;
    static volatile int x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            sequence++;
            x = 1;
            y = 1;
            sequence++;
        });
        writer.start();
        int before = sequence;
        int a = x;
        int b = y;
        if (before % 2 == 0 && before == sequence) {
            assert a == b;
            System.out.println(a + " " + b);
        } else {
            System.out.println("retry");
        }
        writer.join();
    }
}
