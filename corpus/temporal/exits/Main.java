public class Main {
    static volatile int phase;

    static void work() {
        phase = 1;
        leave();
        phase = 2;
    }

    static void leave() {
        System.exit(3);
    }

    public static void main(String[] args) {
        new Thread(() -> {
            while (phase == 0) { }
        }).start();
        work();
    }
}
