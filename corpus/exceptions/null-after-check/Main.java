public class Main {
    static int[] cells = new int[1];

    public static void main(String[] args) {
        new Thread(() -> cells = null).start();
        if (cells != null) cells[0] = 1;
    }
}
