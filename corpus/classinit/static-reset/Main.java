public class Main {
    static class Settings {
        static int level = 1;

        static void raise() {
            level = level + 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> Settings.raise()).start();
        Settings.raise();
    }
}
