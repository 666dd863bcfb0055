public class Main {
    static int x;

    public static void main(String[] args) {
        new Thread(() -> x = 1).start();
        System.out.println("x=" + x);
    }
}
