public class Main {
    static volatile int x;

    static void count(int depth) {
        if (depth == 0) return;
        count(depth - 1);
        x = depth;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> count(2));
        t.start();
        int r = x;
        t.join();
        System.out.println("r=" + r);
    }
}
