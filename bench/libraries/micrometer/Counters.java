import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** Two threads ask the registry for the same counter and count. */
public class Counters {
    public static void main(String[] args) throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Thread other = new Thread(() -> registry.counter("c").increment());
        other.start();
        registry.counter("c").increment();
        other.join();
        assert registry.counter("c").count() == 2.0;
    }
}
