import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

public class ArraysUtilities {
    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage() + " ";
        }
    }

    public static void main(String[] args) {
        int[] a = {5, -3, 8, 0, 2, 2, Integer.MIN_VALUE, Integer.MAX_VALUE};
        int[] b = a.clone();
        Arrays.sort(b);
        System.out.println(Arrays.toString(a) + Arrays.toString(b) + Arrays.binarySearch(b, 2) + Arrays.binarySearch(b, 3) + Arrays.binarySearch(b, 1, 4, 0));
        Arrays.sort(a, 1, 4);
        System.out.println(Arrays.toString(a));
        double[] d = {3.5, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, -1};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d) + Arrays.binarySearch(d, Double.NaN) + Arrays.binarySearch(d, 0.0));
        char[] c = "sorting".toCharArray();
        Arrays.sort(c);
        byte[] by = {3, -1, 127, -128, 0};
        Arrays.sort(by);
        short[] sh = {3, -1, 2};
        Arrays.sort(sh);
        float[] f = {1f, Float.NaN, -0f, 0f};
        Arrays.sort(f);
        long[] lo = {5, Long.MIN_VALUE, 1};
        Arrays.sort(lo);
        System.out.println(new String(c) + Arrays.toString(by) + Arrays.toString(sh) + Arrays.toString(f) + Arrays.toString(lo));
        for (int n : new int[] {10, 45, 100, 300, 1000, 5000}) {
            Random r = new Random(n);
            int[] big = new int[n];
            Integer[] boxed = new Integer[n];
            long[] ls = new long[n];
            double[] ds = new double[n];
            for (int i = 0; i < n; i++) {
                big[i] = r.nextInt(n * 2);
                boxed[i] = big[i];
                ls[i] = big[i] * 1000003L;
                ds[i] = big[i] / 7.0;
            }
            Arrays.sort(big);
            Arrays.sort(boxed, Collections.reverseOrder());
            Arrays.sort(ls);
            Arrays.sort(ds);
            boolean ok = true;
            for (int i = 1; i < n; i++) {
                ok &= big[i - 1] <= big[i] && boxed[i - 1] >= boxed[i] && ls[i - 1] <= ls[i] && ds[i - 1] <= ds[i];
            }
            System.out.println(n + " " + ok + " " + Arrays.hashCode(big) + " " + Arrays.hashCode(boxed) + " " + Arrays.hashCode(ls) + " " + Arrays.hashCode(ds));
        }
        String[] s = {"banana", "Apple", "cherry", "date"};
        Arrays.sort(s, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(s) + Arrays.asList(s).indexOf("date"));
        int[] fill = new int[5];
        Arrays.fill(fill, 7);
        Arrays.fill(fill, 1, 3, -1);
        Arrays.setAll(fill, i -> fill[i] * i);
        System.out.println(Arrays.toString(fill) + Arrays.toString(Arrays.copyOf(fill, 7)) + Arrays.toString(Arrays.copyOf(fill, 2)) + Arrays.toString(Arrays.copyOfRange(fill, 3, 7)) + Arrays.toString(Arrays.copyOf(s, 5)) + Arrays.copyOf(s, 2, Object[].class).getClass().getSimpleName());
        System.out.println(Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + " " + Arrays.equals((int[]) null, null) + Arrays.equals(new double[] {Double.NaN}, new double[] {Double.NaN}) + Arrays.equals(new double[] {0.0}, new double[] {-0.0}) + Arrays.equals(new int[] {1, 2, 3}, 1, 3, new int[] {2, 3}, 0, 2));
        System.out.println(Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + " " + Arrays.mismatch(new int[] {1}, new int[] {1, 2}) + " " + Arrays.mismatch(s, s) + " " + Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + Arrays.compare(new int[] {1, 2}, new int[] {1}) + Arrays.compare(new String[] {"a", null}, new String[] {"a", "b"}) + Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}) + Arrays.mismatch(new byte[40], new byte[41]));
        Object[][] deep = {{1, "x"}, {new int[] {1, 2}, null}, {}};
        Object[][] deep2 = {{1, "x"}, {new int[] {1, 2}, null}, {}};
        System.out.println(Arrays.deepToString(deep) + Arrays.deepEquals(deep, deep2) + Arrays.equals(deep, deep2) + Arrays.deepHashCode(deep) + " " + Arrays.toString((int[]) null) + Arrays.deepToString(null) + Arrays.hashCode((int[]) null) + Arrays.hashCode(new boolean[] {true, false}));
        Object[] self = new Object[2];
        self[0] = self;
        System.out.println(Arrays.deepToString(self));
        List<String> view = Arrays.asList(s);
        view.set(0, "changed");
        System.out.println(s[0] + attempt(() -> view.add("x")) + attempt(() -> view.remove(0)) + view.contains("date"));
        System.out.println(Arrays.stream(a, 1, 3).sum() + " " + Arrays.stream(s).count() + Arrays.stream(d).max().getAsDouble());
        System.out.println(attempt(() -> Arrays.sort(a, 3, 1)) + attempt(() -> Arrays.sort(a, -1, 1)) + attempt(() -> Arrays.sort(a, 0, 100)) + attempt(() -> Arrays.copyOf(a, -1)) + attempt(() -> Arrays.copyOfRange(a, 5, 2)) + attempt(() -> Arrays.fill(a, 0, 99, 1)));
        try {
            Integer[] incons = new Integer[64];
            Arrays.setAll(incons, i -> i * 37 % 64);
            Arrays.sort(incons, (x, y) -> x % 3 == 0 ? 1 : -1);
            System.out.println("tolerated");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] pre = {1, 2, 3, 4};
        System.out.println(Arrays.toString(pre));
        int[] cl = pre.clone();
        cl[0] = 100;
        System.out.println(pre[0] + " " + pre.equals(pre.clone()) + (pre.clone().getClass() == int[].class));
    }
}
