package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import heddle.junit.HeddleTest;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Scenarios for data structures, as they are written for tools that look for linearizability. */
class StructuresTest {
    private final Stack<Integer> stack = new Stack<>();

    private static void both(Runnable one, Runnable other) throws InterruptedException {
        Thread first = new Thread(one);
        Thread second = new Thread(other);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    /** Whatever the schedule, each value comes out once. */
    @HeddleTest
    void aStackLosesNothing() throws InterruptedException {
        Integer[] popped = new Integer[1];
        both(() -> stack.push(1), () -> {
            stack.push(2);
            popped[0] = stack.pop();
        });
        Integer left = stack.pop();
        assertEquals(3, popped[0] + left);
        assertEquals(null, stack.pop());
    }

    /** The size is counted after the change: somebody else can see it below zero. */
    @HeddleTest(expect = HeddleTest.Expect.VIOLATION)
    void theSizeOfAStackIsNotLinearizable() throws InterruptedException {
        int[] size = new int[1];
        both(() -> stack.push(1), () -> {
            stack.pop();
            size[0] = stack.size();
        });
        assertTrue(size[0] >= 0);
    }

    /**
     * A known bug of the JDK: one thread sees -8 at the front although the other one took it, and that one saw no -6 at
     * the end. No order of the four operations gives these results.
     */
    @HeddleTest(expect = HeddleTest.Expect.VIOLATION)
    void theDequeOfTheJdkIsNotLinearizable() throws InterruptedException {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        Integer[] seen = new Integer[2];
        both(() -> {
            deque.addLast(-6);
            seen[0] = deque.peekFirst();
        }, () -> {
            deque.addFirst(-8);
            seen[1] = deque.pollLast();
        });
        assertFalse(seen[0] == -8 && seen[1] == -8);
    }

    /** Two producers, one consumer, one place. */
    @HeddleTest
    void aBlockingQueueDeliversEverything() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        both(() -> put(queue, 1), () -> put(queue, 2));
        assertEquals(1, queue.size());
    }

    private static void put(BlockingQueue<Integer> queue, int value) {
        if (!queue.offer(value)) {
            assertTrue(List.of(1, 2).contains(queue.peek()));
        }
    }

    /** Accesses without locks are exact under the memory model too, as long as they are volatile. */
    @HeddleTest(memoryModel = HeddleTest.MemoryModel.JMM)
    void theStackHoldsForTheMemoryModel() throws InterruptedException {
        both(() -> stack.push(1), () -> stack.push(2));
        assertEquals(3, stack.pop() + stack.pop());
    }
}
