// An object that is published by a race may be seen with default values.
// sc: proved
// jmm: violated assertion
public class PublishedByRace {
    static final class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            box = new Box(7);
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
