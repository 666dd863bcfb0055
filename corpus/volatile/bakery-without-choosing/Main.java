public class Main {
    static volatile int number0;
    static volatile int number1;
    static int n;

    static void first() {
        number0 = number1 + 1;
        while (true) {
            int other = number1;
            if (other == 0 || number0 <= other) break;
        }
        n++;
        number0 = 0;
    }

    static void second() {
        number1 = number0 + 1;
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
        assert n == 2 : "lost update";
    }
}
