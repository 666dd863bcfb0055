public class Main {
    static volatile boolean choosing0;
    static volatile boolean choosing1;
    static volatile int number0;
    static volatile int number1;
    static int n;

    static void first() {
        choosing0 = true;
        number0 = number1 + 1;
        choosing0 = false;
        while (choosing1) Thread.onSpinWait();
        while (true) {
            int other = number1;
            if (other == 0 || number0 <= other) break;
        }
        n++;
        number0 = 0;
    }

    static void second() {
        choosing1 = true;
        number1 = number0 + 1;
        choosing1 = false;
        while (choosing0) Thread.onSpinWait();
        while (true) {
            int other = number0;
            if (other == 0 || number1 < other) break;
        }
        n++;
        number1 = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> first());
        t.start();
        second();
        t.join();
        System.out.println("n=" + n);
    }
}
