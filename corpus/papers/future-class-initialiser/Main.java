public class Main {
    static int x;

    static class Other {
        static int y;

        static {
            Main.x = 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> Other.y = 1);
        t.start();
        int r = x;
        t.join();
        System.out.println("r=" + r);
    }
}
