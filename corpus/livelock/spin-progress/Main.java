public class Main {
    static volatile boolean flag;

    public static void main(String[] args) {
        new Thread(() -> flag = true).start();
        while (!flag) Thread.onSpinWait();
    }
}
