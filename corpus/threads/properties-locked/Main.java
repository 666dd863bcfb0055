import java.util.Properties;

/** Whoever puts an entry takes the object's monitor, and so never comes in the middle. */
public class Main {
    static int inside;

    public static void main(String[] args) throws InterruptedException {
        Properties properties = System.getProperties();
        Thread t = new Thread(() -> {
            synchronized (properties) {
                inside = 1;
                properties.setProperty("a", "1");
                inside = 0;
            }
        });
        t.start();
        properties.compute("b", (key, value) -> {
            assert inside == 0;
            return "2";
        });
        t.join();
        System.out.println(properties.get("a") + " " + properties.get("b"));
    }
}
