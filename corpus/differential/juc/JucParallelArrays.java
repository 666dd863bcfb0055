import java.util.Arrays;
import java.util.Comparator;

public class JucParallelArrays {
    static int[] noise(int n) {
        int[] a = new int[n];
        int x = 42;
        for (int i = 0; i < n; i++) {
            x = x * 1103515245 + 12345;
            a[i] = x >> 12;
        }
        return a;
    }

    // an exception from another thread of the pool may come wrapped in one of its own class
    static String root(Throwable t) {
        while (t.getCause() != null) {
            t = t.getCause();
        }
        return t.getMessage();
    }

    public static void main(String[] args) {
        // small ones are sorted in place, large ones are split up
        for (int n : new int[] {0, 1, 10, 9000, 20000}) {
            int[] a = noise(n);
            int[] b = a.clone();
            Arrays.sort(b);
            Arrays.parallelSort(a);
            System.out.println(n + " " + Arrays.equals(a, b) + " " + Arrays.hashCode(a));
        }
        int[] part = noise(10000);
        int[] copy = part.clone();
        Arrays.parallelSort(part, 100, 9900);
        Arrays.sort(copy, 100, 9900);
        System.out.println(Arrays.equals(part, copy));
        Integer[] boxed = Arrays.stream(noise(9000)).boxed().toArray(Integer[]::new);
        Arrays.parallelSort(boxed, Comparator.comparing(v -> v % 100));
        boolean ok = true;
        for (int i = 1; i < boxed.length; i++) {
            ok &= boxed[i - 1] % 100 <= boxed[i] % 100;
        }
        System.out.println("by comparator " + ok);
        // stable for objects
        int[][] pairs = new int[9000][];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = new int[] {(i * 31) % 10, i};
        }
        Arrays.parallelSort(pairs, (p, q) -> p[0] - q[0]);
        boolean stable = true;
        for (int i = 1; i < pairs.length; i++) {
            stable &= pairs[i - 1][0] < pairs[i][0] || pairs[i - 1][1] < pairs[i][1];
        }
        System.out.println("stable " + stable);
        double[] d = {3, -0.0, 0.0, Double.NaN, Double.NEGATIVE_INFINITY, 1e-300};
        Arrays.parallelSort(d);
        System.out.println(Arrays.toString(d));
        String[] s = {"b", "B", "a", "", "aa"};
        Arrays.parallelSort(s);
        System.out.println(Arrays.toString(s));
        try {
            Arrays.parallelSort(new int[3], 2, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.parallelSort(new int[3], 0, 4);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }

        int[] p = new int[2000];
        Arrays.parallelSetAll(p, i -> i % 13);
        int[] q = p.clone();
        Arrays.parallelPrefix(p, Integer::sum);
        boolean prefix = true;
        int run = 0;
        for (int i = 0; i < q.length; i++) {
            run += q[i];
            prefix &= p[i] == run;
        }
        System.out.println("prefix " + prefix + " " + p[1999]);
        long[] l = {1, 2, 3, 4, 5, 6};
        Arrays.parallelPrefix(l, (x, y) -> x * y);
        System.out.println(Arrays.toString(l));
        int[] range = {1, 1, 1, 1, 1, 1};
        Arrays.parallelPrefix(range, 2, 5, Integer::sum);
        System.out.println(Arrays.toString(range));
        String[] cat = {"a", "b", "c", "d"};
        Arrays.parallelPrefix(cat, String::concat);
        System.out.println(Arrays.toString(cat));
        double[] dd = new double[5];
        Arrays.parallelSetAll(dd, i -> i / 2.0);
        Arrays.parallelPrefix(dd, Math::max);
        System.out.println(Arrays.toString(dd));
        String[] gen = new String[4];
        Arrays.parallelSetAll(gen, i -> "g" + i * i);
        System.out.println(Arrays.toString(gen));
        long[] big = new long[100_000];
        Arrays.parallelSetAll(big, i -> (long) i * i);
        System.out.println(Arrays.stream(big).parallel().sum() + " " + Arrays.stream(big, 10, 20).parallel().max().getAsLong());
        try {
            Arrays.parallelSetAll(new int[100], i -> 1 / (i - 50));
        } catch (ArithmeticException e) {
            System.out.println(root(e));
        }
        try {
            Arrays.parallelPrefix(new int[2], null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
