import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;

public class ReflectionAnnotations {
    enum Level { LOW, HIGH }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Info {
        String value() default "none";
        int num() default 7;
        long big() default 1L << 40;
        double ratio() default 0.5;
        char ch() default 'x';
        boolean flag() default true;
        Level level() default Level.LOW;
        Class<?> type() default Object.class;
        String[] names() default {};
        int[] nums() default {1, 2};
        Nested nested() default @Nested(3);
        Nested[] many() default {@Nested(1), @Nested(2)};
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Nested {
        int value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @Target({ElementType.METHOD, ElementType.TYPE, ElementType.FIELD, ElementType.PARAMETER})
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE, ElementType.FIELD, ElementType.PARAMETER})
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Invisible { }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marker { }

    @Info(value = "base", level = Level.HIGH, type = String[].class, names = {"a", "b"}, nested = @Nested(9))
    @Marker
    @Invisible
    static class Base {
        @Tag("f")
        int field;

        @Tag("one")
        @Tag("two")
        void twice() { }

        @Tag("single")
        void once(@Tag("p0") int a, String b, @Tag("p2") @Marker long c) { }

        @Deprecated(since = "9", forRemoval = true)
        void old() { }
    }

    static class Sub extends Base { }

    @Info(nums = {}, ch = '\n', ratio = -0.0)
    static class Plain { }

    static class Runner {
        @Marker public void testA() { System.out.println("testA runs"); }
        public void notATest() { System.out.println("never"); }
        @Marker public void testB() { throw new IllegalArgumentException("testB fails"); }
        @Marker public static void testC() { System.out.println("testC runs"); }
    }

    public static void main(String[] args) throws Exception {
        Info i = Base.class.getAnnotation(Info.class);
        System.out.println(i.value() + i.num() + i.big() + i.ratio() + i.ch() + i.flag() + i.level() + i.type().getSimpleName() + Arrays.toString(i.names()) + Arrays.toString(i.nums()) + i.nested().value() + i.many().length + i.many()[1].value());
        System.out.println(i.annotationType().getSimpleName() + i.equals(Base.class.getAnnotation(Info.class)) + (i.hashCode() == Base.class.getAnnotation(Info.class).hashCode()) + i.equals(Plain.class.getAnnotation(Info.class)));
        Info p = Plain.class.getAnnotation(Info.class);
        System.out.println(p.value() + p.nums().length + (int) p.ch() + p.ratio() + p.level());
        System.out.println(Base.class.getAnnotation(Info.class).nested());
        System.out.println(Base.class.getDeclaredMethod("once", int.class, String.class, long.class).getAnnotation(Tag.class));
        i.names()[0] = "changed";
        System.out.println(i.names()[0]);
        System.out.println(Sub.class.isAnnotationPresent(Info.class) + "" + Sub.class.isAnnotationPresent(Marker.class) + Sub.class.getDeclaredAnnotations().length + Sub.class.getAnnotations().length + Base.class.isAnnotationPresent(Invisible.class));
        TreeSet<String> names = new TreeSet<>();
        for (Annotation a : Base.class.getAnnotations()) {
            names.add(a.annotationType().getSimpleName());
        }
        System.out.println(names);
        Method twice = Base.class.getDeclaredMethod("twice");
        System.out.println(twice.getAnnotation(Tag.class) + "" + twice.getAnnotationsByType(Tag.class).length + twice.getAnnotation(Tags.class).value()[1].value());
        Method once = Base.class.getDeclaredMethod("once", int.class, String.class, long.class);
        System.out.println(once.getAnnotationsByType(Tag.class)[0].value() + once.getAnnotation(Tags.class));
        for (Annotation[] as : once.getParameterAnnotations()) {
            System.out.print(as.length + (as.length > 0 ? ((Tag) as[0]).value() : "-") + " ");
        }
        System.out.println(Base.class.getDeclaredField("field").getAnnotation(Tag.class).value());
        Deprecated d = Base.class.getDeclaredMethod("old").getAnnotation(Deprecated.class);
        System.out.println(d.since() + d.forRemoval());
        System.out.println(Info.class.getMethod("num").getDefaultValue() + "" + Info.class.getMethod("level").getDefaultValue() + Nested.class.getMethod("value").getDefaultValue() + Info.class.isAnnotation() + Arrays.toString(Info.class.getInterfaces()));
        Method[] ms = Runner.class.getDeclaredMethods();
        Arrays.sort(ms, Comparator.comparing(Method::getName));
        Runner r = new Runner();
        for (Method m : ms) {
            if (m.isAnnotationPresent(Marker.class)) {
                try {
                    m.invoke(r);
                    System.out.println(m.getName() + " passed");
                } catch (java.lang.reflect.InvocationTargetException e) {
                    System.out.println(m.getName() + " " + e.getTargetException().getMessage());
                }
            }
        }
        Annotation fake = new Nested() {
            @Override public int value() { return 9; }
            @Override public Class<? extends Annotation> annotationType() { return Nested.class; }
        };
        System.out.println(i.nested().equals(fake) + " " + (i instanceof java.lang.reflect.Proxy));
    }
}
