public class Main {
    static boolean ready;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            ready = true;
        }).start();
        while (!ready) Thread.onSpinWait();
        System.out.println("data=" + data);
    }
}
