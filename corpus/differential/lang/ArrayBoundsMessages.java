public class ArrayBoundsMessages {
    static String attempt(Runnable r) {
        try {
            r.run();
            return "fine";
        } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    static int sink;

    public static void main(String[] args) {
        int[] a = new int[3];
        byte[] b = new byte[1];
        boolean[] z = new boolean[2];
        long[] l = new long[0];
        double[] d = new double[4];
        float[] f = new float[4];
        char[] c = new char[4];
        short[] s = new short[4];
        Object[] o = new Object[2];
        int[] idx = {-1, 0, 2, 3, 4, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int i : idx) {
            System.out.println(i + " " + attempt(() -> sink += a[i]) + " | " + attempt(() -> a[i] = 1));
            System.out.println(i + " " + attempt(() -> sink += b[i]) + " | " + attempt(() -> b[i] = 1));
            System.out.println(i + " " + attempt(() -> sink += z[i] ? 1 : 0) + " | " + attempt(() -> z[i] = true));
            System.out.println(i + " " + attempt(() -> sink += l[i]) + " | " + attempt(() -> l[i] = 1));
            System.out.println(i + " " + attempt(() -> sink += d[i]) + " | " + attempt(() -> d[i]++));
            System.out.println(i + " " + attempt(() -> sink += f[i]) + " | " + attempt(() -> f[i] *= 2));
            System.out.println(i + " " + attempt(() -> sink += c[i]) + " | " + attempt(() -> c[i]++));
            System.out.println(i + " " + attempt(() -> sink += s[i]) + " | " + attempt(() -> s[i]--));
            System.out.println(i + " " + attempt(() -> sink += o[i] == null ? 1 : 0) + " | " + attempt(() -> o[i] = "x"));
        }
        for (int n : new int[] {-1, -100, Integer.MIN_VALUE, 0}) {
            System.out.println(n + " " + attempt(() -> sink += new int[n].length) + " " + attempt(() -> sink += new String[n].length)
                + " " + attempt(() -> sink += new byte[n][2].length) + " " + attempt(() -> sink += new byte[2][n].length)
                + " " + attempt(() -> sink += new byte[n][].length));
        }
        System.out.println(attempt(() -> "abc".charAt(3)));
        System.out.println(attempt(() -> "abc".charAt(-1)));
        System.out.println(attempt(() -> "abc".substring(2, 1)));
        System.out.println(attempt(() -> "abc".substring(4)));
        System.out.println(attempt(() -> "abc".codePointAt(5)));
        System.out.println(attempt(() -> new java.util.ArrayList<>(java.util.List.of(1, 2)).get(2)));
        System.out.println(attempt(() -> new java.util.ArrayList<>(java.util.List.of(1, 2)).add(5, 1)));
        System.out.println(attempt(() -> new java.util.LinkedList<>(java.util.List.of(1, 2)).get(-1)));
        System.out.println(attempt(() -> java.util.List.of(1, 2).get(2)));
        System.out.println(attempt(() -> java.util.Arrays.asList(1, 2).get(2)));
        System.out.println(attempt(() -> java.util.Objects.checkIndex(7, 7)));
        System.out.println(attempt(() -> java.util.Objects.checkFromToIndex(3, 2, 7)));
        System.out.println(attempt(() -> System.arraycopy(a, 1, a, 2, 2)));
        System.out.println(attempt(() -> System.arraycopy(a, -1, a, 2, 1)));
        System.out.println(attempt(() -> System.arraycopy(a, 0, a, 0, -2)));
        System.out.println(attempt(() -> System.arraycopy(o, 0, new Object[1], 0, 2)));
        System.out.println(attempt(() -> new StringBuilder("ab").deleteCharAt(2)));
        System.out.println(attempt(() -> new StringBuilder("ab").insert(3, "x")));
        System.out.println(attempt(() -> new StringBuilder("ab").setCharAt(2, 'x')));
        System.out.println(attempt(() -> java.util.Arrays.copyOfRange(a, 4, 5)));
        System.out.println(attempt(() -> java.util.Arrays.fill(a, 1, 4, 0)));
        System.out.println(sink);
    }
}
