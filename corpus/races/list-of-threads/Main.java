/** The list of threads is filled while another thread looks at it. */
public class Main {
    private static final Thread[] FOUND = new Thread[2];

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> System.out.println(FOUND[0] == null));
        reader.start();
        Thread.enumerate(FOUND);
        reader.join();
    }
}
