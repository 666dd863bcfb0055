public class Main {
    static volatile boolean wants0;
    static volatile boolean wants1;

    public static void main(String[] args) {
        new Thread(() -> {
            wants0 = true;
            while (wants1) Thread.onSpinWait();
            wants0 = false;
        }).start();
        wants1 = true;
        while (wants0) Thread.onSpinWait();
        wants1 = false;
    }
}
