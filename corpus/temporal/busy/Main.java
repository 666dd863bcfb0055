public class Main {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; ; i = 1 - i) { }
        }, "busy").start();
        done = true;
    }
}
