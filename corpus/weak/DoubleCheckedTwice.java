// The second read of the reference may see null although the first one did not.
// sc: proved
// jmm: violated uncaught
public class DoubleCheckedTwice {
    static final class Helper {
        final int value;

        Helper() {
            value = 42;
        }
    }

    static Helper instance;

    static Helper get() {
        if (instance == null) {
            synchronized (Helper.class) {
                if (instance == null) {
                    instance = new Helper();
                }
            }
        }
        return instance;
    }

    static void use() {
        int value = get().value;
        if (value != 42) {
            throw new AssertionError("value " + value);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            use();
        }, "one");
        Thread two = new Thread(() -> {
            use();
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
