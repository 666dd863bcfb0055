public class Main {
    static int x;

    static synchronized void add() {
        x++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(Main::add).start();
        }
    }
}
