/** One thread sets a system property, the other looks at it. */
public class Main {
    private static volatile int step;

    public static void main(String[] args) {
        new Thread(() -> {
            step = 1;
            System.setProperty("key", "value");
            step = 2;
        }).start();
        int before = step;
        String value = System.getProperty("key");
        System.out.println(before + " " + value + " " + step);
    }
}
