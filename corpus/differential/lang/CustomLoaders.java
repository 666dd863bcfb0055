import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Class loaders that define classes from bytes: names, statics, casts, delegation, failures. */
public class CustomLoaders {
    static class Own extends ClassLoader {
        final Set<String> own;

        Own(ClassLoader parent, String... own) {
            super(parent);
            this.own = new HashSet<>(List.of(own));
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!own.contains(name)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            System.out.println("asked for " + name + (loaded == null ? "" : " again"));
            return loaded == null ? findClass(name) : loaded;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = bytesOf(name);
            if (bytes == null) {
                throw new ClassNotFoundException("no bytes for " + name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static byte[] bytesOf(String name) {
        try (InputStream in = CustomLoaders.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static class Counter {
        public static int count;

        static {
            System.out.println("initialised by " + (Counter.class.getClassLoader() == CustomLoaders.class.getClassLoader()));
        }

        public static int next() {
            return ++count;
        }

        @Override
        public String toString() {
            return "counter at " + count;
        }
    }

    public static class User implements Supplier<String> {
        record Pair(int left, List<String> right) {}

        enum Mode { FAST, SLOW }

        private final List<Counter[]> kept = new ArrayList<>();

        @Override
        public String get() {
            kept.add(new Counter[] {new Counter()});
            Function<Integer, Pair> make = i -> new Pair(i + Counter.next(), List.of("p" + i));
            Object value = make.apply(10);
            String text = value instanceof Pair pair ? pair.left() + pair.right().get(0) : "other";
            try {
                Object other = Mode.valueOf("SLOW");
                return text + kept.get(0)[0] + (Counter) other;
            } catch (ClassCastException e) {
                return text + " " + kept.get(0)[0] + " " + Mode.FAST + value;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader app = CustomLoaders.class.getClassLoader();
        String counter = "CustomLoaders$Counter";
        Own one = new Own(app, counter);
        Own two = new Own(app, counter, "CustomLoaders$User", "CustomLoaders$User$Pair", "CustomLoaders$User$Mode");
        Class<?> first = one.loadClass(counter);
        Class<?> second = Class.forName(counter, true, two);
        System.out.println(first.getName() + " " + (first == second) + " " + (first == Counter.class)
            + " " + (first.getClassLoader() == one) + " " + (first == one.loadClass(counter)));
        System.out.println(first.getMethod("next").invoke(null) + " " + first.getMethod("next").invoke(null)
            + " " + second.getMethod("next").invoke(null) + " " + Counter.count);
        System.out.println(((Supplier<?>) two.loadClass("CustomLoaders$User").getDeclaredConstructor().newInstance()).get());
        System.out.println(new User().get());
        Object object = first.getDeclaredConstructor().newInstance();
        System.out.println(object + " " + (object instanceof Counter));
        try {
            System.out.println((Counter) object);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        try {
            one.loadClass("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        try {
            one.findClass("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        try {
            new ClassLoader() {
                Class<?> bad() {
                    return defineClass("Bad", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0, 10);
                }
            }.bad();
        } catch (ClassFormatError e) {
            System.out.println(e);
        }
        byte[] bytes = bytesOf("CustomLoaders$User");
        try {
            new ClassLoader() {
                Class<?> other() {
                    return defineClass("Other", bytes, 0, bytes.length);
                }
            }.other();
        } catch (NoClassDefFoundError e) {
            System.out.println(e);
        }
        ClassLoader alone = new ClassLoader("alone", null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.equals("CustomLoaders$User")) {
                    return defineClass(name, bytes, 0, bytes.length);
                }
                throw new ClassNotFoundException("alone has no " + name);
            }
        };
        try {
            ((Supplier<?>) alone.loadClass("CustomLoaders$User").getDeclaredConstructor().newInstance()).get();
        } catch (NoClassDefFoundError e) {
            System.out.println(e + " / " + e.getCause());
        }
        System.out.println(app.getParent() != null);
        System.out.println(alone.getName() + " " + alone.getParent() + " " + String.class.getClassLoader());
        Class.forName("no.Such");
    }
}
