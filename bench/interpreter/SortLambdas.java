import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sorting records with comparators made of lambdas. */
public class SortLambdas {
    record Person(String name, int age, double height) {}

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>();
        int seed = 12345;
        for (int i = 0; i < 15_000; i++) {
            seed = seed * 1103515245 + 12345;
            int value = (seed >>> 8) & 0xffff;
            people.add(new Person("name" + value % 500, value % 90, value / 7.0));
        }
        long checksum = 0;
        for (int round = 0; round < 3; round++) {
            people.sort(Comparator.comparing(Person::name).thenComparing(p -> -p.age()).thenComparingDouble(Person::height));
            checksum += people.get(round).age();
            people.sort((a, b) -> Integer.compare(a.age() * 31 + a.name().length(), b.age() * 31 + b.name().length()));
            checksum += people.get(round).name().hashCode();
        }
        System.out.println(checksum);
    }
}
