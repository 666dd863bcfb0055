public class Main {
    static int n;

    static void link(int depth) {
        n++;
        if (depth == 0) return;
        Thread t = new Thread(() -> link(depth - 1));
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        link(2);
        System.out.println("n=" + n);
    }
}
