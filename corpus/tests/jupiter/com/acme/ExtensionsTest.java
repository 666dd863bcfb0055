package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Extensions of the program, around tests and their parameters. */
@ExtendWith(ExtensionsTest.Logs.class)
class ExtensionsTest {
    static final List<String> log = new ArrayList<>();

    static class Logs
            implements BeforeAllCallback, BeforeEachCallback, BeforeTestExecutionCallback, AfterTestExecutionCallback,
                    AfterEachCallback, TestInstancePostProcessor {
        private static final Namespace SPACE = Namespace.create(Logs.class);

        @Override
        public void beforeAll(ExtensionContext context) {
            log.clear();
            log.add("beforeAll");
            context.getStore(SPACE).put("class", context.getRequiredTestClass());
        }

        @Override
        public void postProcessTestInstance(Object test, ExtensionContext context) {
            ((ExtensionsTest) test).processed = true;
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            log.add("beforeEach");
            assertSame(ExtensionsTest.class, context.getStore(SPACE).get("class", Class.class));
            assertNotNull(context.getRequiredTestInstance());
        }

        @Override
        public void beforeTestExecution(ExtensionContext context) {
            log.add("before " + context.getRequiredTestMethod().getName());
        }

        @Override
        public void afterTestExecution(ExtensionContext context) {
            log.add("after");
        }

        @Override
        public void afterEach(ExtensionContext context) {
            assertEquals("close", log.get(log.size() - 1));
        }
    }

    static class Answers implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == int.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return 42;
        }
    }

    static class Swallows implements TestExecutionExceptionHandler {
        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
            if (!(thrown instanceof IllegalStateException)) {
                throw thrown;
            }
        }
    }

    static class Never implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return ConditionEvaluationResult.disabled("never");
        }
    }

    static class Intercepts implements InvocationInterceptor {}

    @RegisterExtension final Answers answers = new Answers();

    private boolean processed;
    private int shared;

    @BeforeEach
    void open() {
        log.add("open");
    }

    @AfterEach
    void close() {
        log.add("close");
    }

    @Test
    void ordered() {
        assertEquals(true, processed);
        assertEquals(List.of("beforeAll", "beforeEach", "open", "before ordered"), log.subList(0, 4));
    }

    @Test
    void provided(int answer) {
        assertEquals(42, answer);
    }

    /** What the source does not have comes from the extension. */
    @ParameterizedTest
    @MethodSource("texts")
    void providedBeside(String text, int answer) {
        assertEquals(List.of("a", 42), List.of(text, answer));
    }

    static List<String> texts() {
        return List.of("a");
    }

    @Test
    @ExtendWith(Swallows.class)
    void swallowed() {
        throw new IllegalStateException("the extension deals with it");
    }

    @Test
    @ExtendWith(Swallows.class)
    void notSwallowed() {
        throw new IllegalArgumentException("nobody deals with it");
    }

    @Test
    @ExtendWith(Never.class)
    void disabled() {
        throw new IllegalStateException("not executed");
    }

    @Test
    @ExtendWith(Intercepts.class)
    void intercepted() {}

    @Test
    void threads() throws InterruptedException {
        Thread thread = new Thread(() -> shared++);
        thread.start();
        shared++;
        thread.join();
    }
}
