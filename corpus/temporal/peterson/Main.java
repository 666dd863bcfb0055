public class Main {
    static volatile boolean first, second;
    static volatile int turn;

    static void enterFirst() {
        while (true) {
            first = true;
            turn = 2;
            while (second && turn == 2) { }
            critical(1);
            first = false;
        }
    }

    static void enterSecond() {
        while (true) {
            second = true;
            turn = 1;
            while (first && turn == 1) { }
            critical(2);
            second = false;
        }
    }

    static void critical(int who) {
    }

    public static void main(String[] args) {
        new Thread(Main::enterFirst, "first").start();
        new Thread(Main::enterSecond, "second").start();
    }
}
