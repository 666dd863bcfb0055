public class Main {
    static int x = 5;
    static boolean up;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            x = i;
            up = !up;
        }
        while (true) {
            x = 3 - x;
        }
    }
}
