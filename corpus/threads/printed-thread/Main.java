/** The text of a thread names its group until it has ended. */
public class Main {
    private static volatile boolean begun;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> begun = true);
        thread.start();
        boolean hasBegun = begun;
        System.out.println(hasBegun + " " + String.valueOf(thread).endsWith("main]"));
    }
}
