import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class ReflectionAnnotationsDeep {
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD,
            ElementType.PARAMETER, ElementType.CONSTRUCTOR}) @Inherited @interface Info {
        String value() default "dflt";
        int[] nums() default {
            1, 2
        };
        Class<?> type() default Object.class;
        RetentionPolicy pol() default RetentionPolicy.CLASS;
        Sub sub() default @Sub(d = 1.5);
        Sub[] subs() default {};
        char c() default 'x';
        long l() default 5L;
        float f() default 1.5f;
        byte b() default 1;
        String[] strs() default {
            "a\"b", "c"
        };
    }
    @Retention(RetentionPolicy.RUNTIME) @interface Sub {
        double d();
    }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Tags.class) @interface Tag {
        String value();
    }
    @Retention(RetentionPolicy.RUNTIME) @interface Tags {
        Tag[] value();
    }
    @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.TYPE_USE) @interface TU {
        int value() default 0;
    }
    @Info("base") @Tag("one") @Tag("two") static class Base {}
    static class Derived extends Base {
        @Info(nums = {}, type = String[].class, pol = RetentionPolicy.RUNTIME, subs = {@Sub(d = 2),
                @Sub(d = Double.NaN)}) int field;
        @Tag("single") void m(@Info("p") int a, String b) {}
        @Deprecated(since = "9", forRemoval = true) public void old() {}
        @TU(3) List<@TU(4) String> tu;
    }
    public static void main(String[] args) throws Exception {
        System.out.println(Derived.class.getAnnotation(Info.class).value() + " "
                + Derived.class.getAnnotations().length + " " + Derived.class.getDeclaredAnnotations().length);
        Field f = Derived.class.getDeclaredField("field");
        Info i = f.getAnnotation(Info.class);
        System.out.println(i);
        System.out.println(i.annotationType() + " " + i.equals(f.getAnnotation(Info.class)) + " "
                + (i.hashCode() == f.getAnnotation(Info.class).hashCode()) + " " + Arrays.toString(i.subs()));
        System.out.println(Arrays.toString(Base.class.getAnnotationsByType(Tag.class)) + " "
                + Base.class.getAnnotation(Tag.class) + " " + Base.class.getAnnotation(Tags.class));
        Method m = Derived.class.getDeclaredMethod("m", int.class, String.class);
        System.out.println(Arrays.deepToString(m.getParameterAnnotations()) + " " + m.getAnnotation(Tag.class) + " "
                + m.getParameters()[0] + " " + m.getParameters()[1].getName());
        System.out.println(Derived.class.getMethod("old").getAnnotation(Deprecated.class));
        AnnotatedParameterizedType apt = (AnnotatedParameterizedType) Derived.class.getDeclaredField("tu").getAnnotatedType();
        System.out.println(apt.getAnnotation(TU.class) + " "
                + apt.getAnnotatedActualTypeArguments()[0].getAnnotation(TU.class).value());
        for (Method x : sorted(Info.class.getDeclaredMethods())) System.out.println(x.getName() + " "
                + (x.getDefaultValue() != null && x.getDefaultValue().getClass().isArray()
                ? Array.getLength(x.getDefaultValue()) : x.getDefaultValue()));
        System.out.println(Modifier.toString(Derived.class.getModifiers()) + " " + Info.class.isAnnotation() + " "
                + Modifier.toString(Info.class.getModifiers()));
        i.nums();
        System.out.println(Proxy.isProxyClass(i.getClass()));
    }
    static Method[] sorted(Method[] ms) {
        Arrays.sort(ms, Comparator.comparing(Method::getName));
        return ms;
    }
}
