package heddle.junit;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Lets Heddle check tests instead of calling them: those with {@link HeddleTest}, on the method or its class, and all
 * others too if the system property {@code heddle.all} is set. What would be called before and after each of them is
 * called inside Heddle.
 */
public final class HeddleExtension implements InvocationInterceptor {
    /** A call of a parameterised class or test, in what JUnit calls the test. */
    private static final Pattern CALL = Pattern.compile("\\[(class|test)-template-invocation:#(\\d+)\\]");

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        if (!applies(context)) {
            invocation.proceed();
            return;
        }
        invocation.skip();
        new Check(context).run(calls(context, true));
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        if (!applies(context)) {
            invocation.proceed();
            return;
        }
        invocation.skip();
        // Repetitions of a test are one to Heddle, which tries every schedule anyway.
        boolean isRepeated = AnnotationSupport.isAnnotated(
                context.getRequiredTestMethod(), org.junit.jupiter.api.RepeatedTest.class);
        if (!isRepeated || calls(context, true).endsWith("[1]")) {
            new Check(context).run(calls(context, !isRepeated));
        }
    }

    /** Tests that a method makes are made inside of Heddle. JUnit gets one for each of their results. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        if (!applies(context)) {
            return invocation.proceed();
        }
        invocation.skip();
        return (T) new Check(context).made(calls(context, true));
    }

    /** The numbers of the call as Heddle writes them: of the classes around a test, and of the test if they are wanted. */
    private static String calls(ExtensionContext context, boolean ofTest) {
        StringBuilder calls = new StringBuilder();
        Matcher call = CALL.matcher(context.getUniqueId());
        while (call.find()) {
            if (ofTest || call.group(1).equals("class")) {
                calls.append('[').append(call.group(2)).append(']');
            }
        }
        return calls.toString();
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        unlessChecked(invocation, context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        unlessChecked(invocation, context);
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        unlessChecked(invocation, context);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        unlessChecked(invocation, context);
    }

    private static void unlessChecked(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        if (applies(context)) {
            invocation.skip();
        } else {
            invocation.proceed();
        }
    }

    /** Whether a test, or all tests of a class if the context has no method, are checked by Heddle. */
    private static boolean applies(ExtensionContext context) {
        return all() || annotation(context).isPresent();
    }

    static boolean all() {
        String all = System.getProperty("heddle.all");
        return all != null && !all.equalsIgnoreCase("false");
    }

    /** The annotation on the method, else on its class or a class around it. */
    static Optional<HeddleTest> annotation(ExtensionContext context) {
        Optional<HeddleTest> found =
                context.getTestMethod().flatMap(method -> AnnotationSupport.findAnnotation(method, HeddleTest.class));
        Class<?> around = context.getTestClass().orElse(null);
        while (found.isEmpty() && around != null) {
            found = AnnotationSupport.findAnnotation(around, HeddleTest.class);
            around = around.getEnclosingClass();
        }
        return found;
    }
}
