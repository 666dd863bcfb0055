package heddle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Choices under an ordinary virtual machine. */
class VerifyTest {
    @Test
    void anyValueOfARangeComesUp() {
        Set<Integer> seen = new TreeSet<>();
        for (int at = 0; at < 10_000; at++) {
            seen.add(Verify.anyInt(-1, 2));
        }
        assertEquals(Set.of(-1, 0, 1, 2), seen);
        assertEquals(Integer.MAX_VALUE, Verify.anyInt(Integer.MAX_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void anAssumptionThatDoesNotHoldAbortsTheTest() {
        Verify.assume(true);
        assertThrows(TestAbortedException.class, () -> Verify.assume(false));
    }

    @Test
    void atomicRegionsDoNothing() {
        Verify.beginAtomic();
        Verify.endAtomic();
    }
}
