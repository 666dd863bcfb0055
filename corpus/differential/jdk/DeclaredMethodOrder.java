import java.lang.reflect.*;
import java.util.*;

public class DeclaredMethodOrder {
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Test {
        int order() default 0;
        String name() default "";
        boolean enabled() default true;
        Class<? extends Throwable> expected() default Error.class;
    }
    static class Calc {
        @Test(order = 2, name = "adds") public void testAdd() {
            System.out.println("add");
        }
        @Test(order = 1) public void testSub() {
            System.out.println("sub");
        }
        @Test public void testMul() {}
        public void helper() {}
        @Test(enabled = false) void skipped() {}
    }
    static class Service {
        private final Map<String, Integer> stock = new HashMap<>();
        public void addItem(String n, int q) {}
        public int getQuantity(String n) {
            return 0;
        }
        private void validate(String s) {}
        public List<String> listItems() {
            return null;
        }
        public double computeTotal(double tax) {
            return 0;
        }
        protected void onChange() {}
        static Service create() {
            return new Service();
        }
    }
    static abstract class Animal {
        abstract String sound();
        void eat() {}
        public String getName() {
            return "";
        }
    }
    static class Dog extends Animal {
        String sound() {
            return "woof";
        }
        void fetch() {}
        public String getName() {
            return "dog";
        }
    }
    static class Overloads {
        void print(int x) {}
        void print(double d) {}
        void print(String s) {}
        void print(Object o) {}
        int compute(int a, int b) {
            return 0;
        }
        int compute(int a) {
            return 0;
        }
        public static void main(String[] a) {}
    }
    public static void main(String[] args) throws Exception {
        for (Method m : Calc.class.getDeclaredMethods()) if (m.isAnnotationPresent(Test.class)) {
            System.out.println(m.getName() + " " + m.getAnnotation(Test.class));
            if (m.getAnnotation(Test.class).enabled()) m.invoke(new Calc());
        }
        for (Class<?> c : List.of(Service.class, Animal.class, Dog.class, Overloads.class, Comparable.class,
                Runnable.class, Iterator.class, Map.Entry.class, Optional.class, Thread.State.class)) {
            System.out.println(c);
            for (Method m : c.getDeclaredMethods()) System.out.println("  " + m);
            for (Constructor<?> m : c.getDeclaredConstructors()) System.out.println("  " + m);
        }
        for (Method m : Dog.class.getMethods()) System.out.println(m);
    }
}
