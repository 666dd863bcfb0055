public class Main {
    static volatile int[] cells = new int[1];

    public static void main(String[] args) {
        new Thread(() -> cells[0] = 1).start();
        int r = cells[0];
        assert r == 0 || r == 1;
    }
}
