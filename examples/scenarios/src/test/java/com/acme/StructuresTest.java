package com.acme;

import static com.acme.Threads.together;
import static heddle.junit.HeddleTest.Expect.VIOLATION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import heddle.junit.HeddleTest;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scenarios of the kind that Lincheck's guide and tests show. That tool compares results with those of all sequential
 * orders; here the scenario is written out, and an assertion says which results no order gives.
 */
class StructuresTest {
    private volatile int counter;

    @HeddleTest(expect = VIOLATION)
    void aVolatileCounterLosesUpdates() throws InterruptedException {
        int[] results = new int[2];
        together(() -> results[0] = ++counter, () -> results[1] = ++counter);
        assertNotEquals(results[0], results[1]);
    }

    @HeddleTest
    void anAtomicCounterDoesNot() throws InterruptedException {
        AtomicInteger atomic = new AtomicInteger();
        int[] results = new int[2];
        together(() -> results[0] = atomic.incrementAndGet(), () -> results[1] = atomic.incrementAndGet());
        assertEquals(3, results[0] + results[1]);
    }

    @HeddleTest(expect = VIOLATION)
    void aMultiMapInTwoStepsLosesValues() throws InterruptedException {
        MultiMap<Integer, Integer> map = new MultiMap<>();
        together(() -> map.addInTwoSteps(2, 0), () -> map.addInTwoSteps(2, -1));
        assertEquals(Set.of(0, -1), Set.copyOf(map.get(2)));
    }

    @HeddleTest
    void aMultiMapInOneStepKeepsThem() throws InterruptedException {
        MultiMap<Integer, Integer> map = new MultiMap<>();
        together(() -> map.add(2, 0), () -> map.add(2, -1));
        assertEquals(Set.of(0, -1), Set.copyOf(map.get(2)));
    }

    /** A bug of the JDK: a value that was taken from the front is still seen at the end. */
    @HeddleTest(expect = VIOLATION)
    void theDequeOfTheJdkShowsWhatWasTaken() throws InterruptedException {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        deque.addLast(22);
        Integer[] results = new Integer[2];
        together(() -> results[0] = deque.pollFirst(), () -> {
            deque.addFirst(8);
            results[1] = deque.peekLast();
        });
        assertFalse(results[0] == 22 && results[1] == 22);
    }

    @HeddleTest
    void aQueueWithoutLocksIsFirstInFirstOut() throws InterruptedException {
        MsQueue<Integer> queue = new MsQueue<>();
        Integer[] results = new Integer[2];
        together(() -> {
            queue.enqueue(1);
            queue.enqueue(2);
        }, () -> {
            results[0] = queue.dequeue();
            results[1] = queue.dequeue();
        });
        assertTrue(Set.of("null null", "null 1", "1 null", "1 2").contains(results[0] + " " + results[1]));
    }

    @HeddleTest
    void aQueueWithoutLocksGivesAValueOnce() throws InterruptedException {
        MsQueue<Integer> queue = new MsQueue<>();
        queue.enqueue(1);
        Integer[] results = new Integer[2];
        together(() -> results[0] = queue.dequeue(), () -> results[1] = queue.dequeue());
        assertTrue(results[0] == null ^ results[1] == null);
    }

    @HeddleTest(expect = VIOLATION)
    void aCarelessQueueGivesAValueTwice() throws InterruptedException {
        MsQueue<Integer> queue = new MsQueue<>();
        queue.enqueue(1);
        Integer[] results = new Integer[2];
        together(() -> results[0] = queue.dequeueCarelessly(), () -> results[1] = queue.dequeueCarelessly());
        assertTrue(results[0] == null ^ results[1] == null);
    }

    @HeddleTest
    void neighboursAreAddedAndRemoved() throws InterruptedException {
        HandOverHandSet set = new HandOverHandSet();
        set.add(1);
        together(() -> assertTrue(set.add(2)), () -> assertTrue(set.remove(1)));
        assertFalse(set.remove(1));
        assertTrue(set.remove(2));
    }
}
