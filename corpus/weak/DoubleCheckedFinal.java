// The reference is published by a race, but the field is final (JLS 17.5), and the reference is read once.
// sc: proved
// jmm: proved
public class DoubleCheckedFinal {
    static final class Helper {
        final int value;

        Helper() {
            value = 42;
        }
    }

    static Helper instance;

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
