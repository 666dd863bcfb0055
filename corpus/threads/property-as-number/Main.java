/** One thread sets a system property, the other asks for it as a number. */
public class Main {
    public static void main(String[] args) {
        new Thread(() -> System.setProperty("key", "7")).start();
        System.out.println(Integer.getInteger("key", 0) + " " + Boolean.getBoolean("key"));
    }
}
