import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.After;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;
import org.junit.rules.ExpectedException;
import org.junit.rules.ExternalResource;
import org.junit.rules.MethodRule;
import org.junit.rules.RuleChain;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.TestName;
import org.junit.rules.TestRule;
import org.junit.rules.Timeout;
import org.junit.runner.Description;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.Statement;

/** Rules of JUnit 4 and of the program. */
public class RulesTest {
    static final List<String> log = new ArrayList<>();

    @Retention(RetentionPolicy.RUNTIME)
    @interface Twice {}

    /** Reads an annotation of the test. */
    static final class Repeats implements TestRule {
        @Override
        public Statement apply(Statement inner, Description description) {
            return new Statement() {
                @Override
                public void evaluate() throws Throwable {
                    inner.evaluate();
                    if (description.getAnnotation(Twice.class) != null) {
                        inner.evaluate();
                    }
                }
            };
        }
    }

    static ExternalResource logs(String name) {
        return new ExternalResource() {
            @Override
            protected void before() {
                log.add(name);
            }

            @Override
            protected void after() {
                log.add("/" + name);
            }
        };
    }

    @ClassRule public static final ExternalResource once = logs("class");

    @Rule public final TemporaryFolder folder = new TemporaryFolder();
    @Rule public final ExpectedException thrown = ExpectedException.none();
    @Rule public final TestName name = new TestName();
    @Rule public final ErrorCollector errors = new ErrorCollector();
    @Rule public final Repeats repeats = new Repeats();
    @Rule(order = 1) public final ExternalResource outer = logs("outer");
    @Rule(order = 2) public final RuleChain chain = RuleChain.outerRule(logs("middle")).around(logs("inner"));

    @Rule(order = 3)
    public MethodRule method() {
        return (inner, method, test) -> {
            assertTrue(test instanceof RulesTest);
            log.add(method.getName());
            return inner;
        };
    }

    private int called;
    private int before;

    @BeforeClass
    public static void insideTheClassRule() {
        assertEquals(List.of("class"), log);
    }

    @Before
    public void count() {
        before++;
    }

    @After
    public void after() {
        log.add("after");
    }

    @Test
    public void ordered() {
        assertEquals("class", log.get(0));
        assertEquals(List.of("ordered", "outer", "middle", "inner"), log.subList(log.size() - 4, log.size()));
        assertEquals("ordered", name.getMethodName());
    }

    @Test
    public void foldersAreThere() throws IOException {
        File file = folder.newFile("a.txt");
        assertTrue(file.isFile());
    }

    @Test
    public void throwsWhatIsExpected() {
        thrown.expect(IllegalStateException.class);
        thrown.expectMessage("as expected");
        throw new IllegalStateException("this is as expected");
    }

    @Test
    public void throwsNothing() {
        thrown.expect(IllegalStateException.class);
    }

    @Test
    @Twice
    public void calledAgain() {
        assertEquals(++called, before);
    }

    @Test
    public void collectsErrors() {
        errors.addError(new AssertionError("one"));
        errors.addError(new AssertionError("two"));
    }

    @Test
    public void assumes() {
        Assume.assumeTrue("no money", called > 1);
    }

    @Test
    public void threads() throws InterruptedException {
        Thread thread = new Thread(() -> called++);
        thread.start();
        called++;
        thread.join();
        assertEquals(2, called);
    }

    /** A time limit means that the test has to end. */
    public static class Limited {
        @Rule public final Timeout timeout = Timeout.seconds(10);
        private final AtomicBoolean done = new AtomicBoolean();

        @Test
        public void ends() throws InterruptedException {
            new Thread(() -> done.set(true)).start();
            while (!done.get()) {
                Thread.sleep(10);
            }
        }

        @Test
        public void neverEnds() throws InterruptedException {
            new Thread(() -> done.set(false)).start();
            while (!done.get()) {
                Thread.sleep(10);
            }
        }
    }
}
