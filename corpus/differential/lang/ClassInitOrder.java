public class ClassInitOrder {
    static int say(String s) {
        System.out.println("  " + s);
        return s.length();
    }

    static class Super {
        static int a = say("Super static");
        int x = say("Super field");
        { say("Super block"); }
        Super() { say("Super()"); hook(); }
        void hook() { say("Super.hook"); }
    }

    static class Sub extends Super {
        static int b = say("Sub static");
        int y = say("Sub field");
        final int fin = 5;
        int z = 7;
        { say("Sub block " + z); }
        Sub() { super(); say("Sub()"); }
        Sub(int k) { this(); say("Sub(int)"); }
        @Override void hook() { say("Sub.hook " + y + z + fin); }
        static void nothing() { }
    }

    interface WithDefault {
        int C = say("WithDefault init");
        default void d() { }
    }

    interface NoDefault {
        int C = say("NoDefault init");
        void m();
    }

    interface Child extends WithDefault, NoDefault {
        int D = say("Child init");
    }

    static class Impl implements Child {
        static { say("Impl static"); }
        @Override public void m() { }
    }

    static class Const {
        static { say("Const init"); }
        static final int K = 5;
        static final String S = "lit" + K;
        static final Integer BOXED = 6;
        static final int COMPUTED = say("Const.COMPUTED");
    }

    static class Arr {
        static { say("Arr init"); }
    }

    static class OnlyParentField extends Super {
        static { say("OnlyParentField init"); }
    }

    static class Lit {
        static { say("Lit init"); }
    }

    enum En {
        A, B;
        static { say("En static"); }
        En() { say("En()"); }
    }

    static class Forward {
        static int early = peek();
        static int late = 9;
        static final int CONST = 11;
        static final Integer BOX = 12;
        static int peek() { return late + CONST + (BOX == null ? 1000 : BOX); }
    }

    static class Ping { static int v = Pong.v + 1; static { say("Ping " + v); } }
    static class Pong { static int v = Ping.v + 1; static { say("Pong " + v); } }

    static class Single {
        static final Single INSTANCE = new Single();
        static int counter = 10;
        static int unset;
        Single() { counter++; unset++; }
    }

    static { say("main class"); }

    public static void main(String[] args) throws Exception {
        System.out.println("constants " + Const.K + Const.S);
        System.out.println("array");
        Arr[] arr = new Arr[3];
        Arr[][] arr2 = new Arr[1][1];
        System.out.println("class literal " + Lit.class.getSimpleName() + arr.getClass().getSimpleName());
        System.out.println("null cast");
        Arr n = (Arr) null;
        boolean is = ((Object) "s") instanceof Arr;
        System.out.println("parent field through child");
        System.out.println(OnlyParentField.a);
        System.out.println("new Sub");
        new Sub(1);
        System.out.println("again");
        Sub.nothing();
        new Sub();
        System.out.println("Impl");
        new Impl();
        System.out.println("iface field " + Child.D);
        System.out.println("boxed");
        System.out.println(Const.BOXED);
        System.out.println("enum");
        System.out.println(En.B.ordinal());
        System.out.println(Forward.early + " " + Forward.peek());
        System.out.println(Pong.v + " " + Ping.v);
        System.out.println(Single.counter + " " + Single.unset + " " + (Single.INSTANCE != null));
        Class.forName("ClassInitOrder$Lit", false, ClassInitOrder.class.getClassLoader());
        System.out.println("not yet");
        Class.forName("ClassInitOrder$Lit");
    }
}
