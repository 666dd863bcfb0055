public class InitializationOrder {
    static StringBuilder log = new StringBuilder();
    static int say(String s) {
        System.out.println(s);
        return s.length();
    }
    interface I {
        int X = say("I.X");
        default void d() {}
    }
    interface J {
        int Y = say("J.Y");
    }
    static class A implements J {
        static int s1 = say("A.s1");
        int f1 = say("A.f1");
        {
            say("A.init");
        }
        static {
            say("A.static");
        }
        A() {
            this(1);
            say("A()");
            hook();
        }
        A(int x) {
            say("A(int)");
        }
        void hook() {
            say("A.hook");
        }
    }
    static class B extends A implements I {
        static final int CONST = 5;
        static final Integer BOXED = say("B.BOXED");
        int g = say("B.g");
        final int h;
        {
            say("B.init " + g);
            h = 3;
        }
        B() {
            super();
            say("B() " + h);
        }
        @Override void hook() {
            say("B.hook g=" + g + " h=" + h);
        }
    }
    static class Lazy {
        static {
            say("Lazy");
        }
        static void m() {}
        static class Inner {
            static {
                say("Inner");
            }
            static int z = 1;
        }
    }
    static class Cyc1 {
        static int a = Cyc2.b + 1;
    }
    static class Cyc2 {
        static int b = Cyc1.a + 1;
    }
    enum E {
        P, Q;
        static int n = say("E.static");
        E() {
            say("E()");
        }
    }
    public static void main(String[] args) throws Exception {
        say("main");
        System.out.println(B.CONST);
        System.out.println(B[].class.getName());
        new B();
        new B();
        System.out.println(J.Y);
        Lazy[] none = new Lazy[2];
        System.out.println(Lazy.Inner.z);
        Class<?> c = Lazy.class;
        System.out.println(c.getSimpleName());
        Class.forName("InitializationOrder$Lazy", false, InitializationOrder.class.getClassLoader());
        say("before");
        Class.forName("InitializationOrder$Lazy");
        System.out.println(Cyc1.a + " " + Cyc2.b);
        System.out.println(E.Q);
        Object o = new Object() {
            int q = say("anon");
            {
                say("anon init");
            }
        };
        System.out.println(o.getClass().getName());
    }
}
