public class Main {
    static volatile boolean busy;
    static volatile int inside;

    static void enter() {
        while (busy) Thread.onSpinWait();
        busy = true;
        inside++;
        assert inside == 1 : "two threads inside";
        inside--;
        busy = false;
    }

    public static void main(String[] args) {
        new Thread(() -> enter()).start();
        enter();
    }
}
