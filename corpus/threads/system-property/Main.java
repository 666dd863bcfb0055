/** Two properties are set while the other thread looks at them. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            System.setProperty("shape", "round");
            System.setProperty("colour", "red");
        });
        other.start();
        String shape = System.getProperty("shape");
        System.out.println(shape + " " + System.getProperty("colour"));
        other.join();
    }
}
