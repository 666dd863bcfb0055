public class Main {
    static int x;

    static void fail(int[] empty) {
        try {
            empty[0] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            x = 9;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> fail(new int[0]));
        t.start();
        int r = x;
        t.join();
        System.out.println("r=" + r);
    }
}
