public class Main {
    static class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static int sum;

    public static void main(String[] args) throws InterruptedException {
        Point p = new Point(3, 4);
        Thread t = new Thread(() -> sum = p.x + p.y);
        t.start();
        int same = p.x + p.y;
        t.join();
        assert sum == same;
        System.out.println("sum=" + sum);
    }
}
