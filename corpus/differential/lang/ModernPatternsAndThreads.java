// jdk: 25+
import module java.base;

public class ModernPatternsAndThreads {
    sealed interface S permits C, Q {}
    record C(double r) implements S {}
    record Q(double a, S in) implements S {}
    static String d(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "big" + i;
            case Integer i -> "int" + i;
            case String s -> "s" + s.length();
            case Q(double a, C(var r)) when a > r -> "qc" + a;
            case Q(var a, _) -> "q" + a;
            case C _ -> "c";
            case int[] arr -> "arr" + arr.length;
            case Enum<?> e -> "enum" + e;
            default -> o.getClass().getName();
        };
    }
    public static void main(String[] a) throws Exception {
        for (Object o : new Object[] {null, 5, 50, "abc", new Q(2, new C(1)), new Q(0, new C(1)), new C(1),
                new int[3], Thread.State.NEW, 2.5}) System.out.println(d(o));
        try (var ex = Executors.newVirtualThreadPerTaskExecutor()) {
            System.out.println(ex.submit(() -> Thread.currentThread().isVirtual()).get());
        }
        Thread v = Thread.ofVirtual().name("v").start(() -> System.out.println(Thread.currentThread().getName()));
        v.join();
        ScopedValue<String> sv = ScopedValue.newInstance();
        ScopedValue.where(sv, "x").run(() -> System.out.println(sv.get() + ScopedValue.where(sv, "y").call(() ->
                sv.get())));
        System.out.println(sv.isBound());
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList());
        System.out.println(List.of(1, 2, 3).reversed() + "" + new LinkedHashMap<>(Map.of(1, 2)).firstEntry()
                + new ArrayList<>(List.of(1, 2)).removeLast());
        System.out.println("a,b;c".splitWithDelimiters("[,;]", 0).length + " " + "x".compareTo("y")
                + new StringBuilder().repeat("ab", 2) + Math.clamp(5L, 1, 3) + "hello".indexOf('l', 0, 3)
                + Character.toString(128512).isEmpty());
        if (d(3) instanceof String s && s.length() > 2) IO.println(s);
    }
}
