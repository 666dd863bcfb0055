public class ClassInitFailure {
    static class Bad {
        static int x = 5;
        static {
            System.out.println("Bad init");
            if (x == 5) {
                throw new IllegalStateException("no way");
            }
        }

        static void use() { }
    }

    static class BadError {
        static final Object O = make();

        static Object make() {
            throw new AssertionError("error kind");
        }
    }

    static class ChildOfBad extends Bad {
        static {
            System.out.println("never printed");
        }
    }

    static class Divides {
        static int q = 1 / Integer.parseInt("0");
        static final int CONST = 44;
    }

    static class Recursive {
        static int a = init("a");
        static int b = init("b");

        static int init(String s) {
            System.out.println("Recursive " + s + " sees " + a + b);
            return new Recursive().value(s);
        }

        int value(String s) {
            return s.charAt(0) + a;
        }
    }

    interface BadInterface {
        int V = Integer.parseInt("nope");
        default void d() { }
    }

    static class UsesBadInterface implements BadInterface { }

    enum BadEnum {
        ONE, TWO;
        static final int[] T = new int[1];
        static { T[values().length] = 1; }
    }

    static void attempt(String label, Runnable r) {
        try {
            r.run();
            System.out.println(label + " ok");
        } catch (ExceptionInInitializerError e) {
            System.out.println(label + " EIIE msg=" + e.getMessage() + " cause=" + e.getCause() + " exc=" + (e.getException() == e.getCause()));
        } catch (NoClassDefFoundError e) {
            System.out.println(label + " NCDFE " + e.getMessage());
        } catch (Error e) {
            System.out.println(label + " " + e);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            attempt("use", Bad::use);
        }
        attempt("new", () -> new Bad());
        attempt("field", () -> System.out.println(Bad.x));
        attempt("child", () -> new ChildOfBad());
        attempt("child again", () -> new ChildOfBad());
        attempt("array", () -> System.out.println(new Bad[2].length));
        attempt("literal", () -> System.out.println(Bad.class.getSimpleName()));
        attempt("error", () -> System.out.println(BadError.O));
        attempt("error again", () -> System.out.println(BadError.O));
        attempt("divides const", () -> System.out.println(Divides.CONST));
        attempt("divides", () -> System.out.println(Divides.q));
        attempt("recursive", () -> System.out.println(Recursive.a + " " + Recursive.b));
        attempt("iface", () -> new UsesBadInterface());
        attempt("iface again", () -> new UsesBadInterface());
        attempt("iface direct", () -> System.out.println(BadInterface.V));
        attempt("enum", () -> System.out.println(BadEnum.ONE));
        attempt("enum again", () -> System.out.println(BadEnum.valueOf("ONE")));
        try {
            Class.forName("ClassInitFailure$Bad");
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            System.out.println(e.getClass().getSimpleName());
        }
        try {
            Class.forName("ClassInitFailure$Missing");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
    }
}
