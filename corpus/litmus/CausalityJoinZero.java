// The two causality test cases in which one thread joins another: a program with a main method.
// Case 20: thread 1 joins thread 3, then r1 = x; y = r1. Thread 2: r2 = y; x = r2. Thread 3:
// r3 = x; if (r3 == 0) x = 42. r1 = r2 = r3 = 42 is allowed.
class CausalityJoinZero {
    static int x, y, r1, r2, r3;

    public static void main(String[] arguments) throws InterruptedException {
        Thread third = new Thread(() -> {
            r3 = x;
            if (r3 == 0) {
                x = 42;
            }
        }, "third");
        Thread first = new Thread(() -> {
            try {
                third.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            r1 = x;
            y = r1;
        }, "first");
        Thread second = new Thread(() -> {
            r2 = y;
            x = r2;
        }, "second");
        third.start();
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(r1 + ", " + r2 + ", " + r3);
    }
}
