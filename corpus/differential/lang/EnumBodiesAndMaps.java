import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class EnumBodiesAndMaps {
    interface Shape {
        double area(double x);
    }
    enum Op implements IntBinaryOperator, Shape {
        ADD("+") {
            public int applyAsInt(int a, int b) {
                return a + b;
            }
        }, SUB("-") {
            public int applyAsInt(int a, int b) {
                return a - b;
            }
            @Override public double area(double x) {
                return -x;
            }
        }, POW("^") {
            public int applyAsInt(int a, int b) {
                int r = 1;
                for (int i = 0; i < b; i++) r *= a;
                return r;
            }
            String extra() {
                return "!";
            }
        };
        private final String sym;
        private static final Map<String, Op> BY = new HashMap<>();
        static {
            for (Op o : values()) BY.put(o.sym, o);
        }
        Op(String s) {
            sym = s;
        }
        public double area(double x) {
            return x * ordinal();
        }
        String extra() {
            return "";
        }
        static Op of(String s) {
            return Optional.ofNullable(BY.get(s)).orElseThrow(() -> new IllegalArgumentException("no " + s));
        }
        @Override public String toString() {
            return sym + extra();
        }
    }
    enum Planet {
        MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6);
        final double m, r;
        Planet(double m, double r) {
            this.m = m;
            this.r = r;
        }
        double g() {
            return 6.67300E-11 * m / (r * r);
        }
    }
    public static void main(String[] args) {
        for (Op o : Op.values()) System.out.println(o + " " + o.name() + " " + o.applyAsInt(2, 5) + " " + o.area(2)
                + " " + o.getClass() + " " + o.getDeclaringClass() + " " + o.getClass().isAnonymousClass()
                + o.getClass().isEnum());
        System.out.println(Op.of("^").compareTo(Op.ADD) + " " + Op.valueOf("SUB"));
        try {
            Op.of("?");
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            Op.valueOf("MUL");
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            Op.valueOf(null);
        } catch (NullPointerException e) {
            System.out.println(e);
        }
        EnumMap<Op, List<Integer>> em = new EnumMap<>(Op.class);
        em.put(Op.POW, List.of(1));
        em.computeIfAbsent(Op.ADD, k -> new ArrayList<>()).add(5);
        System.out.println(em + " " + em.containsKey(Op.SUB));
        EnumSet<Op> es = EnumSet.complementOf(EnumSet.of(Op.SUB));
        System.out.println(es + " " + EnumSet.range(Op.ADD, Op.SUB) + EnumSet.noneOf(Op.class) + es.contains(null));
        for (Planet p : Planet.values()) System.out.printf(Locale.ROOT, "%s %.3f %s%n", p, p.g(),
                p.describeConstable().isPresent());
        System.out.println((Object) Arrays.stream(Op.values()).collect(Collectors.toMap(Op::name, Op::ordinal, (a,
                b) -> a, TreeMap<String, Integer>::new)));
        System.out.println(Stream.of(Planet.values()).collect(Collectors.groupingBy(p -> p.g() > 5, () ->
                new TreeMap<Boolean, List<Planet>>(Comparator.reverseOrder()), Collectors.toList())));
        switch (Op.of("+")) {
            case ADD: System.out.println("fall");
            case SUB: System.out.println("through");
            break;
            default: System.out.println("no");
        }
        System.out.println(Enum.valueOf(Planet.class, "EARTH").hashCode() == Planet.EARTH.hashCode());
    }
}
