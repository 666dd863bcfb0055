public class Main {
    static long second = -1;
    static int calls;

    static synchronized boolean mayCall() {
        long now = System.currentTimeMillis() / 1000;
        if (now != second) {
            second = now;
            calls = 0;
        }
        return ++calls <= 1;
    }

    public static void main(String[] args) {
        new Thread(Main::mayCall).start();
        mayCall();
    }
}
