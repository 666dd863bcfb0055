import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

public class OptionalAndObjects {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return r.get() + " ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage() + " ";
        }
    }

    static int calls;

    static String fallback() {
        calls++;
        return "fb";
    }

    public static void main(String[] args) {
        Optional<String> a = Optional.of("val");
        Optional<String> e = Optional.empty();
        System.out.println(a + " " + e + a.isPresent() + e.isEmpty() + a.get() + attempt(e::get) + attempt(e::orElseThrow) + attempt(() -> e.orElseThrow(() -> new IllegalStateException("custom"))) + attempt(() -> Optional.of(null)) + Optional.ofNullable(null));
        System.out.println(a.orElse(fallback()) + e.orElse(fallback()) + a.orElseGet(OptionalAndObjects::fallback) + e.orElseGet(OptionalAndObjects::fallback) + calls);
        System.out.println(a.map(String::length) + "" + e.map(String::length) + a.map(s -> null) + a.flatMap(s -> Optional.of(s + s)) + a.filter(s -> s.length() > 10) + a.filter(s -> true) + a.or(() -> Optional.of("x")) + e.or(() -> Optional.of("x")) + a.stream().count() + e.stream().toList());
        a.ifPresent(s -> System.out.print("got " + s + "; "));
        e.ifPresent(s -> System.out.print("never"));
        e.ifPresentOrElse(s -> System.out.print("never"), () -> System.out.println("none"));
        System.out.println(a.equals(Optional.of("val")) + "" + e.equals(Optional.empty()) + a.hashCode() + e.hashCode() + attempt(() -> a.flatMap(s -> null)) + OptionalLong.of(5) + OptionalLong.empty().equals(OptionalLong.empty()));
        System.out.println(Objects.equals(null, null) + "" + Objects.equals("a", null) + Objects.equals("a", new String("a")) + Objects.deepEquals(new int[] {1}, new int[] {1}) + Objects.hash(1, "a", null) + " " + Objects.hash() + Objects.hash((Object) null) + Objects.hashCode(null) + Objects.toString(null) + Objects.toString(null, "def") + Objects.isNull(null) + Objects.nonNull(1) + Objects.requireNonNullElse(null, "else") + Objects.requireNonNullElseGet("v", () -> "w") + Objects.compare("a", "b", Comparator.naturalOrder()) + Objects.compare(null, null, null));
        System.out.println(attempt(() -> Objects.requireNonNull(null)) + attempt(() -> Objects.requireNonNull(null, "msg")) + attempt(() -> Objects.requireNonNull(null, () -> "lazy")) + attempt(() -> Objects.checkIndex(5, 3)) + attempt(() -> Objects.checkFromIndexSize(1, 5, 4)) + attempt(() -> Objects.requireNonNullElse(null, null)) + Objects.checkIndex(2, 3) + Objects.requireNonNull("same"));
        class P {
            final int x;
            final String s;
            P(int x, String s) { this.x = x; this.s = s; }
            @Override public boolean equals(Object o) { return o == this || o != null && o.getClass() == getClass() && ((P) o).x == x && Objects.equals(s, ((P) o).s); }
            @Override public int hashCode() { return Objects.hash(x, s); }
            @Override public String toString() { return "P" + x + s; }
        }
        class Q extends P {
            Q(int x, String s) { super(x, s); }
        }
        System.out.println(new P(1, null).equals(new P(1, null)) + "" + new P(1, "a").equals(new Q(1, "a")) + (new P(1, "a").hashCode() == new Q(1, "a").hashCode()) + new P(7, "z").hashCode() + new java.util.HashSet<>(java.util.List.of(new P(1, "a"), new Q(1, "a"))).size());
        Object o = new Object();
        System.out.println(o.equals(o) + "" + o.equals(new Object()) + (o.hashCode() == o.hashCode()) + o.toString().startsWith("java.lang.Object@") + o.toString().equals("java.lang.Object@" + Integer.toHexString(o.hashCode())));
        System.out.println(attempt(() -> e.map(s -> 1).orElseThrow()) + Optional.of(Optional.of(1)).flatMap(x -> x) + Optional.of(3).map(x -> x / 2.0).filter(d -> d > 1).map(Object::toString).orElse("none"));
        try {
            e.orElseThrow();
        } catch (NoSuchElementException x) {
            System.out.println(x.getMessage());
        }
    }
}
