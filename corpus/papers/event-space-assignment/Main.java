public class Main {
    static int x;
    static int y = 5;

    public static void main(String[] args) {
        x = y + 1;
        System.out.println("x=" + x);
    }
}
