public class Main {
    static class Lazy {
        int value = 7;
    }

    static volatile Lazy lazy;

    static Lazy lazy() {
        Lazy seen = lazy;
        if (seen == null) {
            synchronized (Main.class) {
                if (lazy == null) {
                    lazy = new Lazy();
                }
                seen = lazy;
            }
        }
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        Thread a = new Thread(() -> seen[0] = lazy().value);
        a.start();
        int mine = lazy().value;
        a.join();
        System.out.println(mine + " " + seen[0]);
    }
}
