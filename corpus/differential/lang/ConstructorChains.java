public class ConstructorChains {
    static StringBuilder log = new StringBuilder();

    static int note(String s) {
        log.append(s).append(' ');
        return s.length();
    }

    static class A {
        final int a;
        int b = note("A.b");

        A() {
            this(note("A.arg"));
            note("A()");
        }

        A(int x) {
            a = x;
            note("A(int)");
            virtual();
        }

        void virtual() {
            note("A.virtual");
        }
    }

    static class B extends A {
        final String f = "const";
        final String g = "not".concat("const");
        String h = "h";
        int[] arr = {note("arr0"), note("arr1")};

        {
            note("B.block");
            h += "block";
        }

        B() {
            note("B()");
        }

        B(String s) {
            super(note(s));
            note("B(String)");
        }

        @Override
        void virtual() {
            note("B.virtual:" + f + g + h + arr);
            h = "overwritten";
        }
    }

    static class C extends B {
        int count = 5;

        C() {
            super("fromC");
            note("C" + count);
        }

        @Override
        void virtual() {
            count = 99;
            super.virtual();
            note("count" + count);
        }
    }

    static class Leak {
        static Leak last;
        final int v;

        Leak(boolean fail) {
            last = this;
            if (fail) {
                throw new IllegalStateException("ctor failed");
            }
            v = 1;
        }
    }

    static class Finals {
        final int x;
        final long y;
        static final double Z;

        static {
            double t = 1;
            for (int i = 0; i < 3; i++) {
                t *= 1.5;
            }
            Z = t;
        }

        Finals(boolean b) {
            if (b) {
                x = 1;
                y = 2;
            } else {
                x = 10;
                y = x * 2L;
            }
        }
    }

    static class Private {
        private static int n;

        private Private() {
            n++;
        }

        static Private get() {
            return n == 0 ? new Private() : null;
        }
    }

    static class Outer {
        int o = note("Outer.o");

        class In extends A {
            int i = note("In.i" + o);

            In() {
                super(note("In.super"));
            }

            @Override
            void virtual() {
                note("In.virtual" + i + o);
            }
        }
    }

    static void flush(String l) {
        System.out.println(l + ": " + log);
        log.setLength(0);
    }

    public static void main(String[] args) {
        new A();
        flush("A");
        System.out.println(new B().h);
        flush("B");
        System.out.println(new C().count);
        flush("C");
        try {
            new Leak(true);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + (Leak.last != null) + Leak.last.v);
        }
        System.out.println(new Finals(true).y + new Finals(false).y + " " + Finals.Z);
        System.out.println((Private.get() != null) + " " + Private.get());
        new Outer().new In();
        flush("In");
        A anon = new B("anon") {
            int z = note("anon.z");

            {
                note("anon.block");
            }

            @Override
            void virtual() {
                note("anon.virtual" + z);
            }
        };
        flush("anon " + anon.a);
        try {
            new A(note("x") / 0);
        } catch (ArithmeticException e) {
            flush("arg failed");
        }
        Object[] slots = new Object[2];
        try {
            slots[note("idx")] = new B();
        } catch (ArrayIndexOutOfBoundsException e) {
            flush("store failed");
        }
    }
}
