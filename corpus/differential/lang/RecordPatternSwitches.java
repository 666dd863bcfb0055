// jdk: 25+
import java.util.concurrent.*;
import java.util.stream.*;
import java.util.*;

public class RecordPatternSwitches {
    sealed interface Sh permits Ci, Sq, Re {}
    record Ci(double r) implements Sh {}
    record Sq(double s) implements Sh {}
    record Re(double w, double h) implements Sh {}
    record Box<T>(T t) {}
    enum E {
        A, B, C
    }
    static double area(Sh s) {
        return switch (s) {
            case Ci(double r) -> Math.PI * r * r;
            case Sq(var x) -> x * x;
            case Re(double w, double h) when w == h -> -1;
            case Re(double w, double h) -> w * h;
        };
    }
    static String q(Object o) {
        return switch (o) {
            case Box(Box(String s)) -> "bbs" + s;
            case Box(Integer i) when i > 3 -> "bi>3";
            case Box(var v) -> "b" + v;
            case E e when e == E.A -> "EA";
            case E.B -> "EB";
            case E e -> "E" + e;
            case Character c -> "c" + c;
            case Long l -> "l" + l;
            case List<?> l when l.isEmpty() -> "empty";
            case List<?> l -> "list" + l.getFirst();
            case null, default -> "dn";
        };
    }
    static String str(String s) {
        return switch (s) {
            case "a", "b" -> "ab";
            case String t when t.length() > 3 -> "long";
            case "xyz" -> "xyz";
            default -> "d";
        };
    }
    public static void main(String[] a) throws Exception {
        for (Sh s : List.of(new Ci(1), new Sq(2), new Re(2, 2), new Re(2, 3))) System.out.println(area(s));
        for (Object o : new Object[] {new Box<>(new Box<>("q")), new Box<>(5), new Box<>(2), new Box<>(null), E.A,
                E.B, E.C, 'x', 5L, List.of(), List.of(9), null, 1.5}) System.out.println(q(o));
        System.out.println(str("a") + str("abcd") + str("xyz") + str("q"));
        Object o = new Re(3, 4);
        if (o instanceof Re(var w, var h) && w < h) System.out.println(w + h);
        if (!(o instanceof Re r)) throw new Error();
        System.out.println(r.w());
        try {
            Sh n = null;
            area(n);
        } catch (NullPointerException e) {
            System.out.println("npe " + e.getMessage());
        }
        int total = 0;
        for (var _ : List.of(1, 2, 3)) total++;
        System.out.println(total);
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            System.out.println("nfe");
        }
        try (var ex = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> fs = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int n = i;
                fs.add(ex.submit(() -> { Thread.sleep(10 - n); return n * n; }));
            }
            for (var f : fs) System.out.print(f.get() + " ");
        }
        System.out.println();
        System.out.println(Stream.of(1, 2, 3, 4, 5, 6).gather(Gatherers.windowSliding(3)).map(l -> l.stream()
                .mapToInt(x -> x).sum()).toList() + "" + Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0,
                Integer::sum)).toList() + Stream.of("a", "b").gather(Gatherers.fold(() -> "",
                String::concat)).findFirst().get() + Stream.of(3, 1, 2).gather(Gatherers.mapConcurrent(2, x ->
                x * 2)).toList());
        Thread t = Thread.ofPlatform().name("pl-", 0).daemon().start(() -> { });
        t.join();
        System.out.println(t.getName() + t.isDaemon());
    }
}
