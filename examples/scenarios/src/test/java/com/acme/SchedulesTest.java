package com.acme;

import static com.acme.Threads.together;
import static heddle.junit.HeddleTest.Expect.VIOLATION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import heddle.junit.HeddleTest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Scenarios of the kind that tests of Fray and JMC, and the benchmarks that they are measured on, are made of. */
class SchedulesTest {
    private final BoundedBuffer buffer = new BoundedBuffer();
    private volatile int balance = 100;
    private volatile int first;
    private volatile int second;

    @HeddleTest(expect = VIOLATION)
    void twoWithdrawalsOverdrawAnAccount() throws InterruptedException {
        Threads.Part withdraw = () -> {
            if (balance >= 70) {
                synchronized (this) {
                    balance -= 70;
                }
            }
        };
        together(withdraw, withdraw);
        assertTrue(balance >= 0);
    }

    @HeddleTest
    void aBufferDeliversToAllConsumers() throws InterruptedException {
        int[] taken = new int[2];
        together(() -> buffer.put(1), () -> buffer.put(2), () -> taken[0] = buffer.take(), () -> taken[1] = buffer.take());
        assertEquals(3, taken[0] + taken[1]);
    }

    /** Two producers and two consumers: the wake-up of a consumer may go to a producer. */
    @HeddleTest(expect = VIOLATION)
    void aBufferThatWakesOneDeadlocks() throws InterruptedException {
        together(
                () -> {
                    buffer.putAndWakeOne(1);
                    buffer.putAndWakeOne(2);
                },
                () -> buffer.takeAndWakeOne(),
                () -> buffer.takeAndWakeOne());
    }

    @HeddleTest(expect = VIOLATION)
    void aConsumerThatDoesNotLookAgainFindsNothing() throws InterruptedException {
        together(() -> buffer.put(1), buffer::takeWithoutLookingAgain, () -> {
            buffer.put(2);
            buffer.take();
        });
    }

    @HeddleTest
    void aGateIsOpenedInTime() throws InterruptedException {
        Gate gate = new Gate();
        together(gate::await, gate::open);
    }

    @HeddleTest(expect = VIOLATION)
    void aWakeUpIsLost() throws InterruptedException {
        Gate gate = new Gate();
        together(gate::awaitTooLate, gate::open);
    }

    /** A signal for which nobody waits yet is gone. */
    @HeddleTest(expect = VIOLATION)
    void aSignalIsLost() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        together(() -> {
            lock.lock();
            try {
                ready.await();
            } finally {
                lock.unlock();
            }
        }, () -> {
            lock.lock();
            try {
                ready.signal();
            } finally {
                lock.unlock();
            }
        });
    }

    /** Two fields are written one after the other; between the writes they do not fit. */
    @HeddleTest(expect = VIOLATION)
    void aReaderSeesHalfOfAChange() throws InterruptedException {
        together(
                () -> {
                    first = 1;
                    second = -1;
                },
                () -> {
                    first = 1;
                    second = -1;
                },
                () -> assertTrue(first == 0 && second == 0 || first == 1 && second == -1));
    }

    @HeddleTest
    void aSpinLockExcludes() throws InterruptedException {
        SpinLock lock = new SpinLock();
        int[] count = new int[1];
        Threads.Part add = () -> {
            lock.lock();
            count[0]++;
            lock.unlock();
        };
        together(add, add);
        assertEquals(2, count[0]);
    }

    @HeddleTest(expect = VIOLATION)
    void aSpinLockInTwoStepsDoesNot() throws InterruptedException {
        SpinLock lock = new SpinLock();
        int[] count = new int[1];
        Threads.Part add = () -> {
            lock.lockInTwoSteps();
            count[0]++;
            lock.unlock();
        };
        together(add, add);
        assertEquals(2, count[0]);
    }

    /** Each takes the fork on the left, then that on the right. */
    @HeddleTest(expect = VIOLATION)
    void philosophersStarve() throws InterruptedException {
        dine(new int[][] {{0, 1}, {1, 2}, {2, 0}});
    }

    /** The last one takes the fork on the right first. */
    @HeddleTest
    void philosophersDine() throws InterruptedException {
        dine(new int[][] {{0, 1}, {1, 2}, {0, 2}});
    }

    private static void dine(int[][] orders) throws InterruptedException {
        Semaphore[] forks = {new Semaphore(1), new Semaphore(1), new Semaphore(1)};
        Threads.Part[] philosophers = new Threads.Part[orders.length];
        for (int at = 0; at < orders.length; at++) {
            int[] order = orders[at];
            philosophers[at] = () -> {
                forks[order[0]].acquire();
                forks[order[1]].acquire();
                forks[order[1]].release();
                forks[order[0]].release();
            };
        }
        together(philosophers);
    }

    /** A task that waits for another one of the same pool, which has one thread. */
    @HeddleTest(expect = VIOLATION)
    void aTaskWaitsForItsOwnPool() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get());
        assertEquals(1, outer.get());
        pool.shutdown();
    }

    /** An interrupt ends the wait, whether it comes before or during it. */
    @HeddleTest
    void anInterruptIsNotLost() throws InterruptedException {
        boolean[] ended = new boolean[1];
        Thread waits = new Thread(() -> {
            try {
                new Semaphore(0).acquire();
            } catch (InterruptedException expected) {
                ended[0] = true;
            }
        });
        waits.start();
        waits.interrupt();
        waits.join();
        assertTrue(ended[0]);
        assertFalse(waits.isAlive());
    }
}
