import io.github.bucket4j.Bucket;
import java.time.Duration;

/** Two threads consume from a bucket with one token: one of them gets it. */
public class Tokens {
    public static void main(String[] args) throws Exception {
        Bucket bucket = Bucket.builder().addLimit(limit -> limit.capacity(2).refillIntervally(2, Duration.ofDays(1))).build();
        boolean[] consumed = new boolean[2];
        Thread other = new Thread(() -> consumed[0] = bucket.tryConsume(1));
        other.start();
        consumed[1] = bucket.tryConsume(1);
        other.join();
        assert consumed[0] && consumed[1];
    }
}
