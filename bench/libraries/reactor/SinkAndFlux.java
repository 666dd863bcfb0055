import reactor.core.publisher.Sinks;

/** Two threads emit into a unicast sink, which refuses concurrent emissions; none is lost silently. */
public class SinkAndFlux {
    static int sum;

    public static void main(String[] args) throws Exception {
        Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();
        sink.asFlux().subscribe(n -> sum += n);
        boolean[] accepted = new boolean[2];
        Thread other = new Thread(() -> accepted[0] = sink.tryEmitNext(1).isSuccess());
        other.start();
        accepted[1] = sink.tryEmitNext(2).isSuccess();
        other.join();
        int expected = (accepted[0] ? 1 : 0) + (accepted[1] ? 2 : 0);
        assert sum == expected && expected > 0 : sum + " of " + expected;
    }
}
