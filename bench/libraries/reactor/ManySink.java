import reactor.core.publisher.Sinks;

/** Two threads emit to one sink: one that comes in between is told so, and nothing that was accepted is lost. */
public class ManySink {
    static int received;

    public static void main(String[] args) throws Exception {
        Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
        sink.asFlux().subscribe(value -> received++);
        Sinks.EmitResult[] results = new Sinks.EmitResult[2];
        Thread other = new Thread(() -> results[0] = sink.tryEmitNext(1));
        other.start();
        results[1] = sink.tryEmitNext(2);
        other.join();
        int accepted = 0;
        for (Sinks.EmitResult result : results) {
            assert result.isSuccess() || result == Sinks.EmitResult.FAIL_NON_SERIALIZED;
            accepted += result.isSuccess() ? 1 : 0;
        }
        assert accepted >= 1 && received == accepted;
    }
}
