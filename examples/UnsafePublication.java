/**
 * A sensor registers itself for read-outs while it is still being built.
 *
 * <p>The constructor publishes {@code this} before it has set the unit. Another thread may use the
 * sensor in that moment and see a final field without its value.
 */
public class UnsafePublication {
    static volatile Sensor registered;

    static final class Sensor {
        private final String unit;

        Sensor() {
            registered = this; // too early: the object is not finished
            unit = "kelvin";
        }

        String unit() {
            return unit;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread setUp = new Thread(() -> new Sensor());
        setUp.start();

        Sensor sensor = registered;
        if (sensor != null) {
            assert sensor.unit() != null : "read a sensor that has no unit yet";
        }
        setUp.join();
        System.out.println("unit: " + registered.unit());
    }
}
