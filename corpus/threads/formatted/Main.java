/** Two threads print with formats; each line comes out whole, in any order. */
public class Main {
    static void say(int number) {
        System.out.printf("%s says %d and %5.1f%n", Thread.currentThread().getName(), number, number / 2.0);
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> say(1), "A"), b = new Thread(() -> say(2), "B");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
