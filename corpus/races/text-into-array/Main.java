/** The letters of a text are copied into an array that another thread looks at. */
public class Main {
    private static volatile boolean copied;

    public static void main(String[] args) throws InterruptedException {
        char[] letters = new char[2];
        Thread reader = new Thread(() -> {
            char first = letters[0];
            if (first == 'x' && !copied) {
                System.out.println("early");
            }
        });
        reader.start();
        "xy".getChars(0, 2, letters, 0);
        copied = true;
        reader.join();
    }
}
