package com.acme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import heddle.junit.HeddleTest;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries that tests use, inside Heddle. */
@HeddleTest
class LibrariesTest {
    private final AtomicInteger count = new AtomicInteger();

    private void countTo(int most) throws InterruptedException {
        Thread thread = new Thread(count::incrementAndGet);
        thread.start();
        for (int i = 1; i < most; i++) {
            count.incrementAndGet();
        }
        thread.join();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void assertJ(int most) throws InterruptedException {
        countTo(most);
        assertThat(count.get()).isEqualTo(most).isPositive();
    }

    @Test
    void hamcrest() throws InterruptedException {
        countTo(2);
        assertThat(count.get(), equalTo(2));
    }

    @HeddleTest(time = HeddleTest.Time.LAST, bounded = HeddleTest.Bounded.PASS, timeout = 20)
    void awaitility() {
        new Thread(count::incrementAndGet).start();
        await().until(() -> count.get() == 1);
    }
}
