package heddle;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Choices of the environment, for programs that are checked with Heddle.
 *
 * <p>Heddle explores every value that a method here may return. Under an ordinary virtual machine
 * the values are random, and an assumption that does not hold aborts the test of JUnit 5 or 6, or ends the program.
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
            RuntimeException aborted = aborted();
            if (aborted != null) {
                throw aborted;
            }
            Runtime.getRuntime().halt(0);
        }
    }

    /** What JUnit 5 and 6 take for an aborted test; null where they are not. Ending the process would end all its tests. */
    private static RuntimeException aborted() {
        try {
            Class<?> type = Class.forName("org.opentest4j.TestAbortedException");
            return (RuntimeException) type.getConstructor(String.class).newInstance("Verify.assume does not hold");
        } catch (ReflectiveOperationException | LinkageError notThere) {
            return null;
        }
    }

    /** From here on, this thread is not interrupted by others as long as it can go on. */
    public static void beginAtomic() {}

    /** Ends the region that the matching {@link #beginAtomic} began. */
    public static void endAtomic() {}
}
