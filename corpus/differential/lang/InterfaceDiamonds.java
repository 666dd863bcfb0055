public class InterfaceDiamonds {
    interface A {
        default String hi() {
            return "A" + priv();
        }
        private String priv() {
            return "p";
        }
        static String st() {
            return "stA";
        }
        int K = 5;
    }
    interface B extends A {
        default String hi() {
            return "B" + A.super.hi();
        }
    }
    interface C extends A {
        default String hi() {
            return "C" + A.super.hi();
        }
        static String st() {
            return "stC";
        }
    }
    static class D implements B, C {
        public String hi() {
            return "D" + B.super.hi() + C.super.hi();
        }
    }
    static class E extends D implements A {}
    static abstract class F {
        public String hi() {
            return "F";
        }
        abstract int k();
    }
    static class G extends F implements A {
        int k() {
            return K;
        }
    }
    interface Fn<T> {
        T ap(T t);
        default Fn<T> then(Fn<T> o) {
            return x -> o.ap(ap(x));
        }
        static <T> Fn<T> id() {
            return t -> t;
        }
        private static int hidden() {
            return 3;
        }
        static int open() {
            return hidden();
        }
    }
    sealed interface S permits S1, S2 {
        default String n() {
            return getClass().getSimpleName();
        }
    }
    record S1(int v) implements S {}
    enum S2 implements S {
        X {
            @Override public String n() {
                return "xx";
            }
        }, Y
    }
    interface Cov {
        Object get();
    }
    interface Cov2 extends Cov {
        String get();
    }
    static class Imp implements Cov2 {
        public String get() {
            return "cov";
        }
    }
    static class Par {
        static String s() {
            return "ps";
        }
        String f = "pf";
        String m() {
            return "pm" + f;
        }
        private String pr() {
            return "ppr";
        }
        String cpr() {
            return pr();
        }
    }
    static class Chi extends Par {
        static String s() {
            return "cs";
        }
        String f = "cf";
        String m() {
            return super.m() + "cm" + f + super.f;
        }
        private String pr() {
            return "cpr";
        }
    }
    public static void main(String[] args) {
        System.out.println(new D().hi() + " " + new E().hi() + " " + new G().hi() + new G().k() + " " + A.st()
                + C.st() + " " + ((A) new E()).hi());
        System.out.println(Fn.<Integer>id().then(x -> x + 1).then(x -> x * 2).ap(5) + " " + Fn.open());
        for (S s : new S[] {new S1(1), S2.X, S2.Y}) System.out.print(s.n() + " ");
        System.out.println();
        Cov c = new Imp();
        System.out.println(c.get() + "" + ((Cov2) c).get().length());
        Par p = new Chi();
        System.out.println(p.f + ((Chi) p).f + p.m() + p.cpr() + p.s() + ((Chi) p).s());
        System.out.println(java.util.Arrays.stream(Imp.class.getMethods()).filter(m ->
                m.getName().equals("get")).count() + " " + java.lang.reflect.Modifier.toString(A.class.getModifiers())
                + " " + A.class.isInterface());
        try {
            Object o = new D();
            ((Runnable) o).run();
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("both");
        r.run();
        System.out.println(r instanceof java.io.Serializable);
    }
}
