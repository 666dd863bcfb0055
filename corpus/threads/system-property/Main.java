/** A property that one thread sets is seen by the other one, or not yet. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.setProperty("colour", "red"));
        other.start();
        System.out.println(System.getProperty("colour"));
        other.join();
    }
}
