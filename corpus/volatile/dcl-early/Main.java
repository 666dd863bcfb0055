public class Main {
    static class Lazy {
        int value;
    }

    static volatile Lazy lazy;

    static Lazy lazy() {
        if (lazy == null) {
            synchronized (Main.class) {
                if (lazy == null) {
                    lazy = new Lazy();
                    lazy.value = 7;
                }
            }
        }
        return lazy;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(lazy().value)).start();
        lazy();
    }
}
