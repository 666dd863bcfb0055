import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class VarAndLoops {
    static class Countdown implements Iterable<Integer> {
        final int from;

        Countdown(int from) {
            this.from = from;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int n = from;

                @Override
                public boolean hasNext() {
                    return n > 0;
                }

                @Override
                public Integer next() {
                    return n--;
                }
            };
        }
    }

    static int calls;

    static int[] source() {
        calls++;
        return new int[] {1, 2, 3};
    }

    public static void main(String[] args) {
        var i = 5;
        var l = 5L;
        var f = 5f;
        var c = 'c';
        var s = "s";
        var list = new ArrayList<Map<String, ? extends Number>>();
        list.add(new TreeMap<>(Map.of("k", 1)));
        for (var m : list) {
            for (var e : m.entrySet()) {
                var v = e.getValue();
                System.out.println(e.getKey() + v.doubleValue());
            }
        }
        System.out.println(i / 2 + " " + l / 2 + " " + f / 2 + " " + (c + 1) + s);
        StringBuilder sb = new StringBuilder();
        outer:
        for (int a = 0; a < 5; a++) {
            inner:
            for (int b = 0; b < 5; b++) {
                if (b == 3) continue outer;
                if (a == 2) continue inner;
                if (a == 4) break outer;
                if (a == 3 && b == 1) break;
                sb.append(a).append(b).append(' ');
            }
            sb.append("end").append(a).append(' ');
        }
        System.out.println(sb);
        block:
        {
            if (sb.length() > 3) {
                break block;
            }
            System.out.println("skipped");
        }
        int n = 0;
        do {
            n++;
            if (n == 3) continue;
            if (n > 5) break;
        } while (n < 4);
        System.out.println(n);
        for (int x = 0, y = 10; x < y; x++, y -= 2, calls++) {
            n += x * y;
        }
        System.out.println(n + " " + calls);
        calls = 0;
        for (int v : source()) {
            n += v;
        }
        System.out.println(n + " " + calls);
        for (int v : new Countdown(3)) {
            System.out.print(v + " ");
        }
        for (long v : new int[] {1, 2}) {
            System.out.print(v + 0.5 + " ");
        }
        for (Object o : new Countdown(2)) {
            System.out.print(o + " ");
        }
        System.out.println();
        int[] arr = {1, 2, 3};
        for (int v : arr) {
            arr[2] = 50;
            v *= 2;
            System.out.print(v + " ");
            arr = new int[] {9, 9, 9, 9};
        }
        System.out.println(arr.length);
        for (char ch = 'a'; ch <= 'e'; ch += 2) {
            System.out.print(ch);
        }
        for (byte b = 126; b > 0; b++) {
            System.out.print(b + " ");
        }
        for (double d = 0; d < 0.5; d += 0.1) {
            System.out.print(d + " ");
        }
        System.out.println();
        int w = 0;
        while (true) {
            if (w++ > 3) {
                break;
            }
        }
        for (; ; ) {
            if (--w < 0) break;
        }
        System.out.println(w);
        var lambdaHolder = new Object() {
            Runnable r = () -> System.out.println("in anonymous");
        };
        lambdaHolder.r.run();
        List<Runnable> rs = new ArrayList<>();
        for (var t : List.of("p", "q")) {
            rs.add(() -> System.out.print(t));
        }
        for (var r : rs) {
            r.run();
        }
        System.out.println();
        int collatz = 27;
        int steps = 0;
        for (; collatz != 1; steps++) collatz = (collatz & 1) == 0 ? collatz >> 1 : 3 * collatz + 1;
        System.out.println(steps);
        if (n > 0) if (n > 1000000) System.out.println("a"); else System.out.println("dangling else");
    }
}
