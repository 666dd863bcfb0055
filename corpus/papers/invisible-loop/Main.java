public class Main {
    static int x;

    public static void main(String[] args) {
        Thread spinner = new Thread(() -> {
            int i = 0;
            while (true) i = 1 - i;
        });
        spinner.setDaemon(true);
        spinner.start();
        x = 1;
        assert x == 2 : "reached although the spinner never stops";
    }
}
