public class InterfaceMethods {
    interface Greeter {
        String name();

        default String greet() {
            return prefix() + name() + suffix(1);
        }

        private String prefix() {
            return "Hello " + counter() + " ";
        }

        private static int counter() {
            return ++Counter.n;
        }

        default String suffix(int n) {
            return "!".repeat(n);
        }

        static Greeter of(String s) {
            return () -> s;
        }
    }

    static class Counter {
        static int n;
    }

    interface Loud extends Greeter {
        @Override
        default String greet() {
            return Greeter.super.greet().toUpperCase();
        }

        @Override
        default String suffix(int n) {
            return Greeter.super.suffix(n + 2);
        }
    }

    interface Polite extends Greeter {
        @Override
        default String suffix(int n) {
            return ", sir" + Greeter.super.suffix(n);
        }
    }

    static class Both implements Loud, Polite {
        @Override
        public String name() {
            return "both";
        }

        @Override
        public String suffix(int n) {
            return Loud.super.suffix(n) + "|" + Polite.super.suffix(n);
        }
    }

    interface Left extends Greeter { }

    interface Right extends Greeter {
        @Override
        default String greet() {
            return "right wins over its parent";
        }
    }

    static class Diamond implements Left, Right {
        @Override
        public String name() {
            return "diamond";
        }
    }

    static class Base {
        public String greet() {
            return "class wins";
        }
    }

    static class FromClass extends Base implements Loud {
        @Override
        public String name() {
            return "fc";
        }

        String viaLoud() {
            return Loud.super.greet();
        }
    }

    static abstract class Reabstract implements Greeter {
        @Override
        public abstract String greet();
    }

    static class Concrete extends Reabstract {
        @Override
        public String greet() {
            return "concrete " + name();
        }

        @Override
        public String name() {
            return "c";
        }
    }

    interface A { default String who() { return "A"; } }

    interface B extends A { default String who() { return "B" + A.super.who(); } }

    interface C extends A { }

    static class D implements A { }

    static class E extends D implements B, C { public String both() { return who() + super.who(); } }

    interface Shape { double area(); default int compareArea(Shape o) { return Double.compare(area(), o.area()); } }

    enum Unit implements Shape {
        ONE { @Override public double area() { return 1; } },
        TWO { @Override public double area() { return 2; } @Override public int compareArea(Shape o) { return -super.compareArea(o); } };

        static int total() { return values().length; }

        // an enum constant body calls the method of its own enum, which calls the default
        @Override public int compareArea(Shape o) { return Shape.super.compareArea(o); }
    }

    public static void main(String[] args) {
        System.out.println(Greeter.of("lambda").greet());
        System.out.println(((Loud) () -> "loud").greet());
        System.out.println(((Polite) () -> "polite").greet());
        System.out.println(new Both().greet());
        System.out.println(new Diamond().greet() + " " + ((Greeter) new Diamond()).suffix(2));
        System.out.println(new FromClass().greet() + " " + ((Loud) new FromClass()).greet() + " " + new FromClass().viaLoud());
        System.out.println(new Concrete().greet() + new Concrete().suffix(3));
        System.out.println(new E().both() + new D().who() + ((A) new E()).who());
        System.out.println(Unit.ONE.compareArea(Unit.TWO) + " " + Unit.TWO.compareArea(Unit.ONE) + " " + Unit.total());
        System.out.println(Counter.n);
        Greeter anon = new Greeter() {
            int calls;

            @Override
            public String name() {
                return "anon" + ++calls;
            }
        };
        System.out.println(anon.greet() + anon.greet() + anon.name());
    }
}
