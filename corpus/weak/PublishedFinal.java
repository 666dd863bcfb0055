// Final fields are seen as the constructor left them, also if the object is published by a race (JLS 17.5).
// sc: proved
// jmm: proved
public class PublishedFinal {
    static final class Box {
        final int value;

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
