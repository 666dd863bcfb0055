import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.IntBinaryOperator;

public class EnumFeatures {
    enum Op implements IntBinaryOperator {
        ADD("+") { @Override public int applyAsInt(int a, int b) { return a + b; } },
        SUB("-") { @Override public int applyAsInt(int a, int b) { return a - b; } @Override boolean commutes() { return false; } },
        MUL("*") { @Override public int applyAsInt(int a, int b) { return a * b; } };

        final String sym;

        Op(String s) { sym = s; }

        boolean commutes() { return true; }

        static Op of(String s) {
            for (Op o : values()) {
                if (o.sym.equals(s)) return o;
            }
            throw new IllegalArgumentException(s);
        }

        @Override public String toString() { return name().toLowerCase() + sym; }
    }

    enum Planet {
        MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6);
        final double mass, radius;
        static final Map<String, Planet> BY_NAME = new java.util.TreeMap<>();
        static { for (Planet p : values()) BY_NAME.put(p.name(), p); }
        Planet(double m, double r) { mass = m; radius = r; }
        double gravity() { return 6.67300E-11 * mass / (radius * radius); }
    }

    enum Empty { }

    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN;
        Day plus(int n) { return values()[Math.floorMod(ordinal() + n, values().length)]; }
        boolean weekend() { return switch (this) { case SAT, SUN -> true; default -> false; }; }
    }

    static int sw(Day d) {
        switch (d) {
            case MON: return 1;
            case WED: return 3;
            case SUN: return 7;
        }
        return 0;
    }

    public static void main(String[] args) {
        for (Op o : Op.values()) {
            System.out.println(o + " " + o.name() + " " + o.ordinal() + " " + o.applyAsInt(6, 3) + " " + o.commutes() + " " + o.getClass().getName() + " " + o.getDeclaringClass().getSimpleName());
        }
        System.out.println(Op.of("*") + " " + Op.valueOf("ADD") + " " + (Op.valueOf("SUB") == Op.SUB) + " " + Op.SUB.compareTo(Op.MUL) + " " + Op.MUL.compareTo(Op.ADD));
        for (String bad : new String[] {"add", "", null}) {
            try {
                Op.valueOf(bad);
            } catch (IllegalArgumentException | NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Planet.BY_NAME.keySet() + " " + Planet.EARTH.gravity() + " " + Planet.MERCURY.gravity());
        System.out.println(Empty.values().length + Arrays.toString(Day.values()) + (Day.values() == Day.values()));
        for (Day d : Day.values()) {
            System.out.print(d.plus(3) + "" + d.plus(-9) + d.weekend() + sw(d) + " ");
        }
        System.out.println();
        EnumMap<Day, String> em = new EnumMap<>(Day.class);
        em.put(Day.SUN, "rest");
        em.put(Day.MON, "work");
        em.put(Day.WED, null);
        System.out.println(em + " " + em.containsKey(Day.WED) + em.get(Day.TUE) + em.containsValue(null) + em.remove(Day.MON) + em.size());
        em.merge(Day.SUN, "!", String::concat);
        em.computeIfAbsent(Day.FRI, k -> k + "?");
        System.out.println(em + " " + em.keySet() + em.values() + em.equals(new EnumMap<>(em)) + em.equals(new java.util.HashMap<>(em)));
        try {
            em.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("null key");
        }
        EnumSet<Day> work = EnumSet.range(Day.MON, Day.FRI);
        EnumSet<Day> rest = EnumSet.complementOf(work);
        System.out.println(work + " " + rest + EnumSet.noneOf(Day.class) + EnumSet.allOf(Day.class).size() + EnumSet.of(Day.SUN, Day.MON, Day.WED));
        work.removeIf(d -> d.ordinal() % 2 == 0);
        work.addAll(rest);
        work.retainAll(EnumSet.of(Day.TUE, Day.SAT, Day.WED));
        System.out.println(work + " " + work.contains(Day.SAT) + work.contains("SAT") + work.containsAll(rest) + work.equals(java.util.Set.of(Day.TUE, Day.SAT)));
        var it = rest.iterator();
        it.next();
        it.remove();
        System.out.println(rest + " " + rest.clone().add(Day.MON) + rest);
        System.out.println(Enum.valueOf(Day.class, "THU").hashCode() == Day.THU.hashCode());
        Comparable<Day> c = Day.FRI;
        System.out.println(c.compareTo(Day.SUN) + " " + Day.class.isEnum() + Op.ADD.getClass().isEnum() + Day.class.getEnumConstants().length);
    }
}
