public class Main {
    static volatile boolean wants0;
    static volatile boolean wants1;

    static void first() {
        wants0 = true;
        while (wants1) {
            wants0 = false;
            Thread.yield();
            wants0 = true;
        }
        wants0 = false;
    }

    static void second() {
        wants1 = true;
        while (wants0) {
            wants1 = false;
            Thread.yield();
            wants1 = true;
        }
        wants1 = false;
    }

    public static void main(String[] args) {
        new Thread(() -> first()).start();
        second();
    }
}
