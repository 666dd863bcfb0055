package heddle.entry;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.*;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Extensions of JUnit 5 and 6 around one test: in come their classes and what the test is, out go their callbacks in the
 * order of JUnit. Contexts are proxies, since their interfaces differ from version to version. Not supported are
 * extensions that make test objects, provide tests or stand between JUnit and the methods of a test.
 */
public final class Extensions {
    private final List<Extension> all = new ArrayList<>();
    private final Class<?> testClass;
    private final Method method;
    private final String displayName;
    private final Context ofClass;
    private final Context ofMethod;
    private List<Object> instances = List.of();

    public Extensions(Class<?> testClass, String displayName, String owner, String name, Class<?>... types)
            throws Throwable {
        this.testClass = testClass;
        this.displayName = displayName;
        this.ofClass = new Context(null, testClass);
        this.ofMethod = new Context(ofClass, testClass);
        this.method = Class.forName(owner).getDeclaredMethod(name, types);
    }

    /** Registers an extension by its class. */
    public void add(String name) throws Throwable {
        Constructor<?> constructor = Class.forName(name).getDeclaredConstructor();
        constructor.setAccessible(true);
        try {
            all.add((Extension) constructor.newInstance());
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** Registers what a field holds. */
    public void addField(String owner, String name, Object on) throws Throwable {
        Field field = Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        all.add((Extension) field.get(on));
    }

    /** Aborts the test if a condition of its class, or of one around it, does not hold. */
    public void askConditionsOfClass() {
        for (Class<?> around = testClass; around != null; around = around.getEnclosingClass()) {
            askConditions(around == testClass ? ofClass : new Context(null, around));
        }
    }

    /** The same for its method. */
    public void askConditions() {
        askConditions(ofMethod);
    }

    private void askConditions(Context context) {
        for (ExecutionCondition one : all(ExecutionCondition.class)) {
            ConditionEvaluationResult result = one.evaluateExecutionCondition(context.proxy);
            if (result.isDisabled()) {
                throw new org.opentest4j.TestAbortedException(result.getReason().orElse("disabled by " + one));
            }
        }
    }

    public void beforeAll() throws Throwable {
        for (BeforeAllCallback one : all(BeforeAllCallback.class)) {
            one.beforeAll(ofClass.proxy);
        }
    }

    /** The objects of the test were made, the outermost first. */
    public void made(Object... made) throws Throwable {
        instances = List.of(made);
        for (TestInstancePostProcessor one : all(TestInstancePostProcessor.class)) {
            one.postProcessTestInstance(made[made.length - 1], ofClass.proxy);
        }
    }

    public void beforeEach() throws Throwable {
        for (BeforeEachCallback one : all(BeforeEachCallback.class)) {
            one.beforeEach(ofMethod.proxy);
        }
    }

    public void beforeTest() throws Throwable {
        for (BeforeTestExecutionCallback one : all(BeforeTestExecutionCallback.class)) {
            one.beforeTestExecution(ofMethod.proxy);
        }
    }

    /** Returns if an extension has dealt with what a test threw. */
    public void handle(Throwable thrown) throws Throwable {
        for (TestExecutionExceptionHandler one : reversed(TestExecutionExceptionHandler.class)) {
            try {
                one.handleTestExecutionException(ofMethod.proxy, thrown);
                return;
            } catch (Throwable next) {
                thrown = next;
            }
        }
        throw thrown;
    }

    public void afterTest() throws Throwable {
        for (AfterTestExecutionCallback one : reversed(AfterTestExecutionCallback.class)) {
            one.afterTestExecution(ofMethod.proxy);
        }
    }

    public void afterEach() throws Throwable {
        for (AfterEachCallback one : reversed(AfterEachCallback.class)) {
            one.afterEach(ofMethod.proxy);
        }
        ofMethod.close();
    }

    public void afterAll() throws Throwable {
        for (AfterAllCallback one : reversed(AfterAllCallback.class)) {
            one.afterAll(ofClass.proxy);
        }
        ofClass.close();
    }

    /** What an extension provides for a parameter of a method, or of the constructor if the name is {@code <init>}. */
    public Object parameter(String owner, String name, Class<?>[] types, int at) throws Throwable {
        Class<?> of = Class.forName(owner);
        boolean isConstructor = name.equals("<init>");
        Executable executable = isConstructor ? of.getDeclaredConstructor(types) : of.getDeclaredMethod(name, types);
        Parameter parameter = executable.getParameters()[at];
        ParameterContext about = proxy(ParameterContext.class, (self, called, with) -> switch (called.getName()) {
            case "getParameter" -> parameter;
            case "getIndex" -> at;
            case "getTarget" -> Optional.ofNullable(instances.isEmpty() ? null : instances.get(instances.size() - 1));
            case "getDeclaringExecutable" -> executable;
            case "getAnnotatedElement" -> parameter;
            case "isAnnotated" -> AnnotationSupport.isAnnotated(parameter, annotation(with[0]));
            case "findAnnotation" -> AnnotationSupport.findAnnotation(parameter, annotation(with[0]));
            case "findRepeatableAnnotations" ->
                AnnotationSupport.findRepeatableAnnotations(parameter, annotation(with[0]));
            default -> plain(self, called, with);
        });
        ExtensionContext context = isConstructor ? ofClass.proxy : ofMethod.proxy;
        for (ParameterResolver one : all(ParameterResolver.class)) {
            if (one.supportsParameter(about, context)) {
                return one.resolveParameter(about, context);
            }
        }
        throw new ParameterResolutionException("No ParameterResolver registered for parameter [" + parameter + "]");
    }

    @SuppressWarnings("unchecked")
    private static <A extends java.lang.annotation.Annotation> Class<A> annotation(Object type) {
        return (Class<A>) type;
    }

    private <E> List<E> all(Class<E> kind) {
        List<E> found = new ArrayList<>();
        for (Extension one : all) {
            if (kind.isInstance(one)) {
                found.add(kind.cast(one));
            }
        }
        return found;
    }

    private <E> List<E> reversed(Class<E> kind) {
        List<E> found = all(kind);
        Collections.reverse(found);
        return found;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Methods of every object; methods of interfaces that are written there. */
    private static Object plain(Object self, Method called, Object[] with) throws Throwable {
        switch (called.getName()) {
            case "equals":
                return self == with[0];
            case "hashCode":
                return System.identityHashCode(self);
            case "toString":
                return called.getDeclaringClass().getSimpleName();
            default:
                if (called.isDefault()) {
                    return InvocationHandler.invokeDefault(self, called, with);
                }
                throw new UnsupportedOperationException("Heddle does not know " + called);
        }
    }

    /** The context of the class or of the test. */
    private final class Context implements InvocationHandler {
        final Context parent;
        final Class<?> of;
        final ExtensionContext proxy = Extensions.proxy(ExtensionContext.class, this);
        final Map<Object, Map<Object, Object>> stores = new HashMap<>();
        final List<Object> toBeClosed = new ArrayList<>();

        Context(Context parent, Class<?> of) {
            this.parent = parent;
            this.of = of;
        }

        @Override
        public Object invoke(Object self, Method called, Object[] with) throws Throwable {
            boolean ofTest = parent != null;
            return switch (called.getName()) {
                case "getParent" -> Optional.ofNullable(ofTest ? parent.proxy : null);
                case "getRoot" -> ofClass.proxy;
                case "getUniqueId" -> "[heddle]/[class:" + of.getName() + "]"
                        + (ofTest ? "/[method:" + method.getName() + "]" : "");
                case "getDisplayName" -> ofTest ? displayName : of.getSimpleName();
                case "getTags" -> Set.of();
                case "getElement" -> Optional.of(ofTest ? method : of);
                case "getTestClass" -> Optional.of(of);
                case "getEnclosingTestClasses" -> List.of();
                case "getTestInstanceLifecycle" -> Optional.of(TestInstance.Lifecycle.PER_METHOD);
                case "getTestInstance" ->
                    Optional.ofNullable(instances.isEmpty() ? null : instances.get(instances.size() - 1));
                case "getTestInstances" -> Optional.ofNullable(instances.isEmpty() ? null : testInstances());
                case "getTestMethod" -> Optional.ofNullable(ofTest ? method : null);
                case "getExecutionException" -> Optional.empty();
                case "getConfigurationParameter" -> Optional.empty();
                case "publishReportEntry" -> null;
                case "getStore" -> store(with[0]);
                default -> plain(self, called, with);
            };
        }

        private TestInstances testInstances() {
            return Extensions.proxy(TestInstances.class, (self, called, with) -> switch (called.getName()) {
                case "getInnermostInstance" -> instances.get(instances.size() - 1);
                case "getEnclosingInstances" -> instances.subList(0, instances.size() - 1);
                case "getAllInstances" -> instances;
                case "findInstance" -> {
                    Optional<Object> found = Optional.empty();
                    for (Object instance : instances) {
                        found = ((Class<?>) with[0]).isInstance(instance) ? Optional.of(instance) : found;
                    }
                    yield found;
                }
                default -> plain(self, called, with);
            });
        }

        private Map<Object, Object> values(Object namespace) {
            return stores.computeIfAbsent(namespace, unused -> new HashMap<>());
        }

        private Object get(Object namespace, Object key) {
            Object own = values(namespace).get(key);
            return own == null && parent != null ? parent.get(namespace, key) : own;
        }

        private Object put(Object namespace, Object key, Object value) {
            toBeClosed.add(value);
            values(namespace).put(key, value);
            return value;
        }

        @SuppressWarnings("unchecked")
        private ExtensionContext.Store store(Object namespace) {
            return Extensions.proxy(ExtensionContext.Store.class, (self, called, with) -> switch (called.getName()) {
                case "get" -> get(namespace, with[0]);
                case "put" -> {
                    put(namespace, with[0], with[1]);
                    yield null;
                }
                case "remove" -> values(namespace).remove(with[0]);
                case "getOrDefault" -> {
                    Object found = get(namespace, with[0]);
                    yield found == null ? with[2] : found;
                }
                case "getOrComputeIfAbsent", "computeIfAbsent" -> {
                    if (with.length == 1) {
                        yield plain(self, called, with);
                    }
                    Object found = get(namespace, with[0]);
                    Function<Object, Object> creator = (Function<Object, Object>) with[1];
                    yield found == null ? put(namespace, with[0], creator.apply(with[0])) : found;
                }
                default -> plain(self, called, with);
            });
        }

        /** Closes what was stored, the last first. */
        void close() throws Throwable {
            Collections.reverse(toBeClosed);
            for (Object one : toBeClosed) {
                if (one instanceof ExtensionContext.Store.CloseableResource resource) {
                    resource.close();
                }
            }
            toBeClosed.clear();
        }
    }
}
