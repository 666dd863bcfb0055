public class Main {
    static int meals;

    static void eat(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                synchronized (Main.class) {
                    meals++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object a = new Object(), b = new Object(), c = new Object();
        Thread[] all = { new Thread(() -> eat(a, b)), new Thread(() -> eat(b, c)), new Thread(() -> eat(a, c)) };
        for (Thread one : all) {
            one.start();
        }
        for (Thread one : all) {
            one.join();
        }
        System.out.println(meals);
    }
}
