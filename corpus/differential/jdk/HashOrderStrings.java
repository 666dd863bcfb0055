import java.util.*;

public class HashOrderStrings {
    record Pt(int x, int y) {}
    enum Color {
        RED, GREEN, BLUE
    }
    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        for (String s
                : "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon".split(" ")) m.put(s, s.length());
        System.out.println(m);
        Set<Pt> p = new HashSet<>();
        for (int i = 0; i < 12; i++) p.add(new Pt(i * 7 % 5, i * 3 % 4));
        System.out.println(p);
        Set<Double> d = new HashSet<>();
        for (int i = 0; i < 8; i++) d.add(i / 3.0);
        System.out.println(d);
        Set<Character> c = new HashSet<>();
        for (char ch : "hello world".toCharArray()) c.add(ch);
        System.out.println(c);
        Set<Long> l = new HashSet<>(List.of(1L << 33, 5L, -7L, 1L << 40));
        System.out.println(l);
        Set<List<Integer>> ls = new HashSet<>(List.of(List.of(1, 2), List.of(2, 1), List.of(), List.of(3)));
        System.out.println(ls);
        Map<Boolean, String> b = new HashMap<>(Map.of(true, "t", false, "f"));
        System.out.println(b);
        Map<Object, Object> coll = new HashMap<>();
        for (String s : new String[] {"AaAa", "BBBB", "AaBB", "BBAa", "AaAaAa", "BBBBBB", "AaBBAa", "BBAaBB",
                "AaAaBB", "BBBBAa", "BBAaAa"}) coll.put(s, s.hashCode());
        System.out.println(coll);
        EnumMap<Color, Integer> em = new EnumMap<>(Map.of(Color.BLUE, 1, Color.RED, 2));
        System.out.println(em);
        Set<Set<Integer>> ss = new HashSet<>();
        ss.add(new HashSet<>(List.of(3, 1)));
        ss.add(Set.of(9));
        System.out.println(ss);
        Map<String, Map<String, Integer>> nest = new HashMap<>();
        for (String s : List.of("x", "yy", "zzz", "x1", "x2")) nest.computeIfAbsent(s.substring(0, 1), k ->
                new HashMap<>()).put(s, s.hashCode() % 7);
        System.out.println(nest);
        Map<Integer, Integer> grow = new HashMap<>(2);
        for (int i = 100; i > 0; i -= 9) grow.put(i, i);
        System.out.println(grow.keySet() + "" + grow.values());
        grow.entrySet().removeIf(e -> e.getKey() % 2 == 0);
        System.out.println(grow);
        java.util.concurrent.ConcurrentHashMap<String, Integer> chm = new java.util.concurrent.ConcurrentHashMap<>(m);
        System.out.println(chm);
        System.out.println(new HashMap<>(Map.of(new java.math.BigDecimal("1.0"), 1, new java.math.BigDecimal("1.00"),
                2)).size() + " " + new HashSet<>(Arrays.asList(java.time.LocalDate.of(2024, 1, 1),
                java.time.LocalDate.of(2023, 5, 6))));
        System.out.println(new HashSet<>(Arrays.asList(java.util.UUID.fromString("00000000-0000-0001-0000-000000000002"), java.util.UUID.fromString("00000000-0000-0003-0000-000000000004"))) + " " + Locale.US.hashCode() + " " + Optional.empty().hashCode() + " " + new Pt(1, 2).hashCode() + " " + "".hashCode() + " " + java.time.Duration.ofSeconds(5).hashCode() + " " + java.net.URI.create("http://a/b").hashCode() + " " + new BitSet().hashCode() + " " + java.math.BigInteger.TEN.hashCode() + " " + java.time.LocalDateTime.of(2024, 1, 2, 3, 4).hashCode());
    }
}
