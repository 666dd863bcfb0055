public class Main {
    static final int[] cells = new int[2];
    static volatile int next;

    static void put(int x) {
        int i = next;
        next = i + 1;
        cells[i] = x;
    }

    public static void main(String[] args) {
        new Thread(() -> put(1)).start();
        put(2);
    }
}
