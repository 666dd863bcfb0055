import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** Arguments go to the constructor, or to fields. */
public class ParameterizedTest {
    @RunWith(Parameterized.class)
    public static class Made {
        private final int each;
        private final String expected;
        private int count;

        public Made(int each, String expected) {
            this.each = each;
            this.expected = expected;
        }

        @Parameters(name = "{0} makes {1}")
        public static List<Object[]> numbers() {
            return Arrays.asList(new Object[][] {{1, "2"}, {2, "4"}, {3, "7"}});
        }

        @Before
        public void begin() {
            count = 0;
        }

        @Test
        public void adds() throws InterruptedException {
            Runnable add = () -> { synchronized (this) { count += each; } };
            Thread other = new Thread(add);
            other.start();
            add.run();
            other.join();
            assertEquals(expected, String.valueOf(count));
        }
    }

    @RunWith(Parameterized.class)
    public static class Set {
        @Parameter public String text;

        @Parameter(1)
        public int length;

        @Parameters
        public static Object[][] texts() {
            return new Object[][] {{"", 0}, {"two", 3}};
        }

        @Test
        public void hasLength() {
            assertEquals(length, text.length());
        }
    }
}
