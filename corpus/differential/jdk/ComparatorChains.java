import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

public class ComparatorChains {
    record Person(String first, String last, int age, double score, long id) { }

    static int sign(int x) {
        return Integer.signum(x);
    }

    static int keyCalls;

    static int key(Person p) {
        keyCalls++;
        return p.age();
    }

    static void show(String label, List<Person> ps, Comparator<? super Person> c) {
        List<Person> l = new ArrayList<>(ps);
        l.sort(c);
        StringBuilder sb = new StringBuilder(label);
        for (Person p : l) {
            sb.append(' ').append(p.first());
        }
        System.out.println(sb);
    }

    public static void main(String[] args) {
        List<Person> ps = List.of(new Person("Ann", "Zed", 30, 1.5, 9L), new Person("bob", "Young", 25, -0.0, 8L), new Person("Cid", "Young", 30, 0.0, 1L << 40), new Person("dee", "adams", 25, Double.NaN, -1L), new Person("Eli", "Adams", 41, 1.5, 3L));
        show("first", ps, Comparator.comparing(Person::first));
        show("first ci", ps, Comparator.comparing(Person::first, String.CASE_INSENSITIVE_ORDER));
        show("age", ps, Comparator.comparingInt(Person::age));
        show("age rev", ps, Comparator.comparingInt(Person::age).reversed());
        show("age,last", ps, Comparator.comparingInt(Person::age).thenComparing(Person::last));
        show("age,last rev", ps, Comparator.comparingInt(Person::age).thenComparing(Person::last, Comparator.reverseOrder()));
        show("score", ps, Comparator.comparingDouble(Person::score));
        show("score rev,id", ps, Comparator.comparingDouble(Person::score).reversed().thenComparingLong(Person::id));
        show("id", ps, Comparator.comparingLong(Person::id));
        show("last len,age,first", ps, Comparator.comparing((Person p) -> p.last().length()).thenComparingInt(Person::age).thenComparing(Comparator.comparing(Person::first).reversed()));
        show("key", ps, Comparator.comparingInt(ComparatorChains::key));
        System.out.println(keyCalls);
        List<String> n = Arrays.asList("b", null, "a", null, "C");
        n.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
        System.out.println(n);
        n.sort(Comparator.nullsLast(Comparator.reverseOrder()));
        System.out.println(n);
        n.sort(Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER).reversed());
        System.out.println(n);
        n.sort(Comparator.nullsFirst(null));
        System.out.println(n);
        System.out.println(sign(Comparator.<Integer>naturalOrder().compare(1, 2)) + "" + Comparator.<Integer>reverseOrder().reversed().compare(1, 2) + Comparator.comparing(Function.<Integer>identity()).compare(3, 2) + Collections.reverseOrder(Comparator.<Integer>reverseOrder()).compare(1, 2));
        Map<String, Integer> m = new TreeMap<>(Map.of("x", 3, "y", 1, "z", 2));
        System.out.println(m.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList() + "" + m.entrySet().stream().max(Map.Entry.comparingByKey()) + m.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).map(Map.Entry::getKey).toList());
        Comparator<int[]> lex = Arrays::compare;
        List<int[]> arrs = new ArrayList<>(List.of(new int[] {2}, new int[] {1, 5}, new int[] {1}, new int[] {}));
        arrs.sort(lex);
        arrs.forEach(a -> System.out.print(Arrays.toString(a)));
        System.out.println();
        Comparator<String> natural = new Comparator<>() {
            @Override
            public int compare(String a, String b) {
                int i = 0;
                while (i < a.length() && i < b.length()) {
                    if (Character.isDigit(a.charAt(i)) && Character.isDigit(b.charAt(i))) {
                        return Integer.compare(Integer.parseInt(a.substring(i)), Integer.parseInt(b.substring(i)));
                    }
                    if (a.charAt(i) != b.charAt(i)) {
                        return a.charAt(i) - b.charAt(i);
                    }
                    i++;
                }
                return a.length() - b.length();
            }
        };
        List<String> files = new ArrayList<>(List.of("f10", "f9", "f1", "e100", "f", "g"));
        files.sort(natural.thenComparing(Comparator.naturalOrder()));
        System.out.println(files);
        files.sort(natural.reversed());
        System.out.println(files);
        try {
            Comparator.comparing(Person::first).compare(ps.get(0), null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            Comparator.comparing(null);
        } catch (NullPointerException e) {
            System.out.println("npe eager");
        }
        int[] cmps = {0};
        Integer[] big = new Integer[100];
        Arrays.setAll(big, i -> i * 61 % 100);
        Arrays.sort(big, (a, b) -> {
            cmps[0]++;
            return a - b;
        });
        System.out.println(cmps[0] + " " + big[0] + big[99]);
    }
}
