import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Two monos that two threads complete are zipped. */
public class MonoZip {
    public static void main(String[] args) throws Exception {
        Sinks.One<Integer> left = Sinks.one();
        Sinks.One<Integer> right = Sinks.one();
        Thread other = new Thread(() -> left.tryEmitValue(1));
        other.start();
        int[] seen = new int[1];
        Mono.zip(left.asMono(), right.asMono(), Integer::sum).subscribe(n -> seen[0] += n);
        right.tryEmitValue(2);
        other.join();
        assert seen[0] == 3 : seen[0];
    }
}
