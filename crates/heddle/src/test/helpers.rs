//! Methods that entries use, as Java: reflective calls, and what sources of arguments and of tests hold.

pub const CALL: &str = "    private static Object call(String owner, String name, Object on, Class<?>[] types, Object[] with) throws Throwable {
        java.lang.reflect.Method method = Class.forName(owner).getDeclaredMethod(name, types);
        method.setAccessible(true);
        try {
            return method.invoke(on, with);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
";

pub const MAKE: &str = "    private static Object make(Class<?> of, Class<?>[] types, Object[] with) throws Throwable {
        java.lang.reflect.Constructor<?> constructor = of.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(with);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
";

pub const SET: &str =
    "    private static void set(String owner, String name, Object on, Object value) throws Throwable {
        java.lang.reflect.Field field = Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        field.set(on, value);
    }
";

pub const GET: &str = "    private static Object get(String owner, String name) throws Throwable {
        java.lang.reflect.Field field = Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        Object value = field.get(null);
        return value instanceof java.util.function.Supplier ? ((java.util.function.Supplier<?>) value).get() : value;
    }
";

pub const TESTS: &str = "    private static java.util.List<TEST> tests(java.util.List<Object> nodes) {
        java.util.List<TEST> tests = new java.util.ArrayList<>();
        for (Object node : nodes) {
            if (node instanceof CONTAINER) {
                tests.addAll(tests(items(((CONTAINER) node).getChildren())));
            } else {
                tests.add((TEST) node);
            }
        }
        return tests;
    }
";

pub const ITEMS: &str = "    private static java.util.List<Object> items(Object source) {
        java.util.List<Object> items = new java.util.ArrayList<>();
        java.util.Iterator<?> iterator = null;
        if (source instanceof java.util.stream.BaseStream) {
            iterator = ((java.util.stream.BaseStream<?, ?>) source).iterator();
        } else if (source instanceof Iterable) {
            iterator = ((Iterable<?>) source).iterator();
        } else if (source instanceof java.util.Iterator) {
            iterator = (java.util.Iterator<?>) source;
        } else if (source != null && source.getClass().isArray()) {
            for (int at = 0; at < java.lang.reflect.Array.getLength(source); at++) {
                items.add(java.lang.reflect.Array.get(source, at));
            }
        } else {
            items.add(source);
        }
        while (iterator != null && iterator.hasNext()) {
            items.add(iterator.next());
        }
        return items;
    }
";
