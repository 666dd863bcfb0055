public class Main {
    static volatile int[] cells = new int[1];

    public static void main(String[] args) {
        new Thread(() -> cells = null).start();
        int[] mine = cells;
        if (mine != null) mine[0] = 1;
    }
}
