// The constructor hands out the object before the final field is written: interleavings show that too.
// sc: violated assertion
// jmm: violated assertion
public class PublishedTooEarly {
    static final class Box {
        final int value;

        Box(int value) {
            box = this;
            this.value = value;
        }
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            new Box(7);
        }, "one");
        Thread two = new Thread(() -> {
            Box seen = box;
            if (seen != null && seen.value != 7) {
                throw new AssertionError("value " + seen.value);
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
