public class Main {
    static volatile int version;
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) {
        new Thread(() -> {
            version = 1;
            x = 1;
            y = 1;
            version = 2;
        }).start();
        int before = version;
        int a = x;
        int b = y;
        if (version == before) {
            assert a == b : "read in the middle of a write";
        }
    }
}
