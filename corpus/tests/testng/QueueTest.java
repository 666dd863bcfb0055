import static org.testng.Assert.assertEquals;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import org.testng.SkipException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class QueueTest {
    private Deque<Integer> queue;
    private int capacity;
    private String name;

    @BeforeClass
    public void once() {
        capacity = 4;
    }

    @BeforeMethod
    public void fill() {
        queue = new ArrayDeque<>(capacity);
        queue.add(1);
    }

    @BeforeMethod
    public void name(Method test) {
        name = test.getName();
    }

    @AfterMethod
    public void empty() {
        queue.clear();
    }

    @Test
    public void takes() {
        assertEquals(queue.poll(), Integer.valueOf(1));
        assertEquals(name, "takes");
    }

    @Test(dependsOnMethods = "takes")
    public void takesAgain() {
        assertEquals(queue.poll(), Integer.valueOf(1));
    }

    @Test(expectedExceptions = {NullPointerException.class, IllegalStateException.class})
    public void refusesNull() {
        queue.add(null);
    }

    @Test(expectedExceptions = IllegalStateException.class, expectedExceptionsMessageRegExp = "no .*")
    public void refusesWithReason() {
        throw new IllegalStateException("no more");
    }

    @Test(expectedExceptions = IllegalStateException.class, expectedExceptionsMessageRegExp = "no .*")
    public void refusesWithAnotherReason() {
        throw new IllegalStateException("too many");
    }

    @Test(dataProvider = "numbers")
    public void sums(int a, int b) {
        assertEquals(a + b, 5);
    }

    @DataProvider(name = "numbers")
    public Object[][] provide() {
        return new Object[][] {{1, 4}, {2, 3}, {3, 3}};
    }

    @Test(enabled = false)
    public void off() {
        assertEquals(1, 2);
    }

    @Test
    public void skips() {
        throw new SkipException("not here");
    }

    @Test
    public void races() throws InterruptedException {
        Thread thread = new Thread(() -> queue.add(2));
        thread.start();
        queue.add(3);
        thread.join();
    }
}
