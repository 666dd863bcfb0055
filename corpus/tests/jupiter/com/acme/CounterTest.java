package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

class CounterTest {
    private ExecutorService pool;
    private final AtomicInteger atomic = new AtomicInteger();

    @BeforeEach
    void open() {
        pool = Executors.newFixedThreadPool(2);
    }

    @AfterEach
    void close() throws InterruptedException {
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);
    }

    @Test
    @Timeout(5)
    void increments() throws Exception {
        var one = pool.submit(atomic::incrementAndGet);
        var two = pool.submit(atomic::incrementAndGet);
        one.get();
        two.get();
        assertEquals(2, atomic.get());
    }

    @Test
    void loses() throws Exception {
        var one = pool.submit(() -> atomic.set(atomic.get() + 1));
        var two = pool.submit(() -> atomic.set(atomic.get() + 1));
        one.get();
        two.get();
        assertEquals(2, atomic.get());
    }

    @Test
    void throwsWhatItShould() {
        assertThrows(ArithmeticException.class, () -> System.out.println(1 / atomic.get()));
    }

    @Test
    void aborted() {
        assumeTrue(atomic.get() > 0, "there is something");
        assertEquals(1, 2);
    }

    @Test
    @Disabled("not yet")
    void disabled() {
        assertEquals(1, 2);
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void elsewhere() {
        assertEquals(1, 2);
    }

    static class Extension implements BeforeEachCallback {
        @Override
        public void beforeEach(ExtensionContext context) {}
    }

    @Test
    @ExtendWith(Extension.class)
    void extended() {}
}
