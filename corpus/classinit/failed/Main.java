public class Main {
    static class Broken {
        static int x = 1 / Integer.parseInt("0");
    }

    public static void main(String[] args) {
        new Thread(() -> Broken.x = 1).start();
        Broken.x = 2;
    }
}
