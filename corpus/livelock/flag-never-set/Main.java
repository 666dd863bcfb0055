public class Main {
    static volatile boolean started;
    static volatile boolean flag;

    public static void main(String[] args) {
        new Thread(() -> {
            if (!started) flag = true;
        }).start();
        started = true;
        while (!flag) Thread.onSpinWait();
    }
}
