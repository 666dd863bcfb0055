import reactor.core.publisher.Sinks;

/** A replaying sink: who subscribes while a value is emitted gets it exactly once. */
public class ReplaySink {
    static int received;

    public static void main(String[] args) throws Exception {
        Sinks.Many<Integer> sink = Sinks.many().replay().all();
        Thread other = new Thread(() -> {
            sink.tryEmitNext(1).orThrow();
            sink.tryEmitComplete().orThrow();
        });
        other.start();
        sink.asFlux().subscribe(value -> received += value);
        other.join();
        assert received == 1;
    }
}
