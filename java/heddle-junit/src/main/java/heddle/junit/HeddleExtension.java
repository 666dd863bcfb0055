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
    private static final Pattern INDEX = Pattern.compile("\\[test-template-invocation:#(\\d+)\\]$");

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context)
            throws Throwable {
        if (!applies(context)) {
            invocation.proceed();
            return;
        }
        invocation.skip();
        new Check(context).run("");
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
        Matcher index = INDEX.matcher(context.getUniqueId());
        // Repetitions of a test are one to Heddle, which tries every schedule anyway.
        boolean isRepeated = AnnotationSupport.isAnnotated(
                context.getRequiredTestMethod(), org.junit.jupiter.api.RepeatedTest.class);
        boolean isFirst = index.find() && index.group(1).equals("1");
        if (!isRepeated) {
            new Check(context).run("[" + index.group(1) + "]");
        } else if (isFirst) {
            new Check(context).run("");
        }
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
