import org.apache.commons.lang.math.IntRange;

/** Two threads ask an immutable range for its hash code for the first time: both get the same one. */
public class RangeHashCode {
    public static void main(String[] args) throws Exception {
        IntRange range = new IntRange(1, 10);
        int[] seen = new int[2];
        Thread other = new Thread(() -> seen[0] = range.hashCode());
        other.start();
        seen[1] = range.hashCode();
        other.join();
        assert seen[0] == seen[1] : seen[0] + " and " + seen[1];
    }
}
