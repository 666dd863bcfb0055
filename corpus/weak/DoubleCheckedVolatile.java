// Double-checked locking as it should be.
// sc: proved
// jmm: proved
public class DoubleCheckedVolatile {
    static final class Helper {
        int value;

        Helper() {
            value = 42;
        }
    }

    static volatile Helper instance;

    static Helper get() {
        Helper seen = instance;
        if (seen == null) {
            synchronized (Helper.class) {
                seen = instance;
                if (seen == null) {
                    seen = new Helper();
                    instance = seen;
                }
            }
        }
        return seen;
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
