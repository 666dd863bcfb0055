import java.util.EnumSet;

/** One thread names the constant, the other one finds it in the set of all constants. */
public class Main {
    enum Light {
        RED,
        GREEN;

        volatile int seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (Light light : EnumSet.allOf(Light.class)) {
                light.seen = 10;
            }
        });
        other.start();
        int seen = Light.RED.seen;
        Light.RED.seen = seen + 1;
        other.join();
        System.out.println(Light.RED.seen);
    }
}
