public class Main {
    static volatile boolean first;
    static volatile boolean second;

    static void polite(boolean one) {
        new Thread(() -> {
            do {
                if (one) {
                    first = true;
                } else {
                    second = true;
                }
                if (one ? !second : !first) {
                    break;
                }
                if (one) {
                    first = false;
                } else {
                    second = false;
                }
            } while (true);
        }).start();
    }

    public static void main(String[] args) {
        new Thread(() -> polite(true)).start();
        new Thread(() -> polite(false)).start();
    }
}
