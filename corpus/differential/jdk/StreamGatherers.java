// jdk: 25+
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Gatherer;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class StreamGatherers {
    static <T> Gatherer<T, ?, T> everyNth(int n) {
        return Gatherer.ofSequential(() -> new int[1], Gatherer.Integrator.ofGreedy((st, e, down) -> st[0]++ % n != 0 || down.push(e)));
    }

    static <T> Gatherer<T, ?, List<T>> runs() {
        return Gatherer.ofSequential(ArrayList<T>::new, (st, e, down) -> {
            if (!st.isEmpty() && !st.get(0).equals(e)) {
                boolean more = down.push(List.copyOf(st));
                st.clear();
                st.add(e);
                return more;
            }
            st.add(e);
            return true;
        }, (st, down) -> {
            if (!st.isEmpty()) {
                down.push(List.copyOf(st));
            }
        });
    }

    public static void main(String[] args) {
        System.out.println(Stream.of(1, 2, 3, 4, 5, 6, 7).gather(Gatherers.windowFixed(3)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(2)).toList() + "" + Stream.of(1).gather(Gatherers.windowSliding(3)).toList() + Stream.of().gather(Gatherers.windowFixed(2)).toList());
        System.out.println(Stream.of(1, 2, 3, 4).gather(Gatherers.scan(() -> 0, Integer::sum)).toList() + "" + Stream.of("a", "b", "c").gather(Gatherers.fold(() -> "", String::concat)).toList());
        System.out.println(Stream.iterate(0, x -> x + 1).gather(everyNth(5)).limit(4).toList());
        System.out.println("aabbbca".chars().mapToObj(c -> (char) c).gather(runs()).map(l -> l.get(0) + "" + l.size()).collect(Collectors.joining(",")));
        System.out.println(IntStream.range(0, 10).boxed().gather(everyNth(2).andThen(Gatherers.windowFixed(2))).toList());
        StringBuilder log = new StringBuilder();
        List<Integer> firstBig = Stream.of(1, 5, 9, 2).peek(x -> log.append(x).append(' ')).gather(Gatherer.<Integer, Integer>of((st, e, down) -> {
            if (e > 4) {
                down.push(e * 10);
                return false;
            }
            return true;
        })).toList();
        System.out.println(firstBig + " " + log);
        try {
            Gatherers.windowFixed(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Stream.of(3, 1, 2).gather(Gatherer.<Integer, List<Integer>, Integer>ofSequential(ArrayList::new, (st, e, d) -> st.add(e), (st, d) -> st.stream().sorted().forEach(d::push))).toList());
    }
}
