import heddle.Verify;

public class Main {
    static volatile int x;

    public static void main(String[] args) {
        int add = Verify.anyInt(1, 3);
        new Thread(() -> x = add).start();
        int before = x;
        int after = x;
        assert after - before != 2;
    }
}
