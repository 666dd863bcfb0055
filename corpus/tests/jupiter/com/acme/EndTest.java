package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that end, tests that do not, and threads that outlive them. */
class EndTest {
    private final AtomicBoolean done = new AtomicBoolean();

    private void poll() throws InterruptedException {
        while (!done.get()) {
            Thread.sleep(10);
        }
    }

    private static void goOn() {
        while (true) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    @Test
    @Timeout(1)
    void ends() throws InterruptedException {
        new Thread(() -> done.set(true)).start();
        poll();
    }

    @Test
    @Timeout(1)
    void neverEnds() throws InterruptedException {
        new Thread(() -> done.set(false)).start();
        poll();
    }

    @Test
    @Timeout(1)
    void leavesAThread() {
        new Thread(EndTest::goOn).start();
    }

    @Test
    @Timeout(1)
    void waitsForAThread() throws InterruptedException {
        Thread thread = new Thread(EndTest::goOn);
        thread.start();
        thread.join();
    }

    @Test
    void leavesAPool() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        assertEquals(3, pool.submit(() -> 3).get());
    }

    @Test
    void leavesAPoolAndFails() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> done.set(true));
        assertEquals(false, done.get());
    }

    /** The worker waits for what nobody does: that is no worker without work. */
    @Test
    void leavesAWorkerThatWaits() {
        CountDownLatch never = new CountDownLatch(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> {
            never.await();
            return null;
        });
    }
}
