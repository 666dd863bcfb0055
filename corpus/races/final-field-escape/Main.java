public class Main {
    static volatile Main shared;
    final int x;

    Main() {
        shared = this;
        x = 1;
    }

    public static void main(String[] args) {
        new Thread(() -> new Main()).start();
        Main m = shared;
        if (m != null) {
            assert m.x == 1 : "final field not set yet";
        }
    }
}
