/**
 * A sensor is registered for read-outs as soon as it has been built.
 *
 * <p>The constructor only constructs. A factory method publishes the finished object through a
 * volatile field.
 */
public class UnsafePublication {
    static volatile Sensor registered;

    static final class Sensor {
        private final String unit;

        private Sensor() {
            unit = "kelvin";
        }

        static void register() {
            registered = new Sensor();
        }

        String unit() {
            return unit;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread setUp = new Thread(Sensor::register);
        setUp.start();

        Sensor sensor = registered;
        if (sensor != null) {
            assert sensor.unit() != null : "read a sensor that has no unit yet";
        }
        setUp.join();
        System.out.println("unit: " + registered.unit());
    }
}
