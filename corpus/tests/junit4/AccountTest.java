import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThat;
import static org.hamcrest.CoreMatchers.is;

import org.junit.After;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.theories.DataPoint;
import org.junit.experimental.theories.Theories;
import org.junit.experimental.theories.Theory;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;

public class AccountTest {
    static int limit;
    private int balance;
    private int other;

    @BeforeClass
    public static void prepare() {
        limit = 10;
    }

    @Before
    public void open() {
        balance = limit;
    }

    @After
    public void close() {
        balance = 0;
    }

    @Test
    public void opens() {
        assertThat(balance, is(10));
    }

    @Test(expected = IllegalStateException.class)
    public void throwsAsExpected() {
        throw new IllegalStateException("as expected");
    }

    @Test(expected = IllegalStateException.class)
    public void throwsNothing() {}

    @Test(timeout = 1000)
    public void deadlocks() throws InterruptedException {
        Object a = new Object();
        Object b = new Object();
        Thread first = new Thread(() -> { synchronized (a) { synchronized (b) { balance++; } } });
        Thread second = new Thread(() -> { synchronized (b) { synchronized (a) { other++; } } });
        first.start();
        second.start();
        first.join();
        second.join();
    }

    @Test
    public void assumes() {
        Assume.assumeTrue("more money", balance > 100);
        assertEquals(1, 2);
    }

    @Ignore
    @Test
    public void ignored() {
        assertEquals(1, 2);
    }

    public static class WithRule {
        @Rule public final TemporaryFolder folder = new TemporaryFolder();

        @Test
        public void uses() throws java.io.IOException {
            assertEquals(true, folder.newFile().isFile());
        }
    }

    @RunWith(Theories.class)
    public static class WithRunner {
        @DataPoint public static final int POINT = 1;

        @Test
        public void runs() {}

        @Theory
        public void holds(int point) {}
    }
}
