import java.util.*;

public class ArraysEverywhere {
    public static void main(String[] args) {
        int[] a = {5, 3, 9, 1, 7};
        int[] s = a.clone();
        Arrays.sort(s);
        System.out.println(Arrays.toString(s) + Arrays.binarySearch(s, 7) + Arrays.binarySearch(s, 4) + " "
                + Arrays.equals(a, s) + Arrays.mismatch(a, s) + Arrays.compare(a, s)
                + Arrays.stream(a).max().getAsInt());
        int[][] jag = {{1}, {}, {2, 3}, null};
        System.out.println(Arrays.deepToString(jag) + jag[2].length);
        int[][][] cube = new int[2][3][];
        cube[1][2] = new int[] {4};
        System.out.println(Arrays.deepToString(cube));
        long[][] two = new long[2][2];
        two[1][0] = 5;
        System.out.println(Arrays.deepToString(two) + Arrays.deepHashCode(new Integer[][] {{1}, {2}})
                + Arrays.deepEquals(new int[][] {{1}}, new int[][] {{1}}));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.asList(boxed) + " " + Arrays.toString(Arrays.copyOf(boxed, 5))
                + Arrays.toString(Arrays.copyOfRange(a, 1, 3)));
        int[] f = new int[4];
        Arrays.fill(f, 1, 3, 8);
        Arrays.setAll(s, i -> i * i);
        Arrays.parallelPrefix(s, Integer::sum);
        System.out.println(Arrays.toString(f) + Arrays.toString(s));
        String[] w = {"pear", "Apple", "fig"};
        Arrays.sort(w, String.CASE_INSENSITIVE_ORDER);
        System.out.println(String.join(",", w));
        Object o = a;
        System.out.println((o instanceof int[]) + " " + o.getClass() + " " + w.getClass().getComponentType() + " "
                + int[][].class.getName() + " " + String[].class.getSimpleName() + " " + (w instanceof Object[]) + " "
                + new int[0].getClass().getSuperclass() + Arrays.toString(int[].class.getInterfaces()));
        System.arraycopy(a, 0, a, 1, 4);
        System.out.println(Arrays.toString(a));
        try {
            System.arraycopy(a, 0, new long[5], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.arraycopy(a, 3, a, 0, 9);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.arraycopy(new Object[] {1, "x"}, 0, new Integer[2], 0, 2);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        for (int i : new int[] {-1, 5, Integer.MIN_VALUE}) try {
            a[i]++;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.copyOfRange(a, 3, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.sort(a, 2, 99);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ArrayList<>(List.of(1)).toArray(new int[0].getClass() == null ? null : new String[0]);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        char[] cs = {'x', 'y'};
        System.out.println(cs);
        System.out.println(String.valueOf(cs) + cs.length);
        byte[] bs = "hé".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        System.out.println(Arrays.toString(bs) + new String(bs, java.nio.charset.StandardCharsets.ISO_8859_1));
        boolean[] bits = new boolean[3];
        bits[1] |= true;
        System.out.println(Arrays.toString(bits));
        double[] ds = {3, -0.0, 0.0, Double.NaN, -1};
        Arrays.sort(ds);
        System.out.println(Arrays.toString(ds));
        float[] fs = {1.5f};
        fs[0] += 1;
        System.out.println(fs[0]);
        short[] ss = {1};
        ss[0] += 70000;
        System.out.println(ss[0]);
        List<int[]> perms = new ArrayList<>();
        permute(new int[] {1, 2, 3}, 0, perms);
        for (int[] p : perms) System.out.print(Arrays.toString(p));
        System.out.println();
        Object arr = java.lang.reflect.Array.newInstance(int.class, 2, 3);
        System.out.println(Arrays.deepToString((int[][]) arr) + java.lang.reflect.Array.getLength(arr));
        java.lang.reflect.Array.setInt(java.lang.reflect.Array.get(arr, 0), 1, 42);
        System.out.println(((int[][]) arr)[0][1]);
        int[] big = new Random(1).ints(3000, 0, 1000).toArray();
        Arrays.sort(big);
        long h = 0;
        for (int x : big) h = h * 31 + x;
        System.out.println(h);
        Integer[] bi = new Random(2).ints(500, 0, 50).boxed().toArray(Integer[]::new);
        Arrays.sort(bi, (x, y) -> y - x);
        System.out.println(Arrays.hashCode(bi));
        try {
            Arrays.sort(new Random(3).ints(200).boxed().toArray(Integer[]::new), (x, y) -> x > y ? 1 : -1
                    + (x % 3 == 0 ? 2 : 0));
            System.out.println("sorted");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
    static void permute(int[] a, int k, List<int[]> out) {
        if (k == a.length) {
            out.add(a.clone());
            return;
        }
        for (int i = k; i < a.length; i++) {
            int t = a[k];
            a[k] = a[i];
            a[i] = t;
            permute(a, k + 1, out);
            t = a[k];
            a[k] = a[i];
            a[i] = t;
        }
    }
}
