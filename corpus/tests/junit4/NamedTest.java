import junit.framework.TestCase;

/** Tests of JUnit 3, which are known by their names. */
public class NamedTest extends TestCase {
    private int count;

    @Override
    protected void setUp() {
        count = 1;
    }

    @Override
    protected void tearDown() {
        assertTrue(count > 0);
        count = 0;
    }

    public void testBeginsAtOne() {
        assertEquals(1, count);
    }

    public void testRaces() throws InterruptedException {
        Thread thread = new Thread(() -> count++);
        thread.start();
        count++;
        thread.join();
    }

    public void testEndsAtNothing() {
        count = 0;
    }

    public void prepares() {
        fail("not a test");
    }
}
