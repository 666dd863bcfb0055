package heddle;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Choices of the environment, for programs that are checked with Heddle.
 *
 * <p>Heddle explores every value that a method here may return. Under an ordinary virtual machine
 * the values are random, and a violated assumption ends the program.
 */
public final class Verify {
    private Verify() {}

    /** Any value from {@code lo} to {@code hi}, both included. */
    public static int anyInt(int lo, int hi) {
        return (int) ThreadLocalRandom.current().nextLong(lo, hi + 1L);
    }

    /** Either value. */
    public static boolean anyBoolean() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    /** Runs in which the condition is false do not count. */
    public static void assume(boolean condition) {
        if (!condition) {
            Runtime.getRuntime().halt(0);
        }
    }

    /** From here on, this thread is not interrupted by others as long as it can go on. */
    public static void beginAtomic() {}

    /** Ends the region that the matching {@link #beginAtomic} began. */
    public static void endAtomic() {}
}
