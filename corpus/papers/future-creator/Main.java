public class Main {
    static volatile int x;

    public static void main(String[] args) {
        new Thread(() -> new Thread(() -> x = 5).start()).start();
        int r0 = x;
        int r1 = x;
        System.out.println("r0=" + r0 + " r1=" + r1);
    }
}
