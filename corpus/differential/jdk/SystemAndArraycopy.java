import java.util.Arrays;

public class SystemAndArraycopy {
    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " ";
        }
    }

    public static void main(String[] args) {
        int[] a = {0, 1, 2, 3, 4, 5, 6, 7};
        int[] up = a.clone();
        System.arraycopy(up, 0, up, 2, 5);
        int[] down = a.clone();
        System.arraycopy(down, 3, down, 0, 5);
        int[] same = a.clone();
        System.arraycopy(same, 2, same, 2, 3);
        System.arraycopy(a, 8, a, 8, 0);
        System.out.println(Arrays.toString(up) + Arrays.toString(down) + Arrays.toString(same));
        byte[] b = new byte[20];
        for (int i = 0; i < 20; i++) {
            b[i] = (byte) i;
        }
        System.arraycopy(b, 0, b, 1, 19);
        System.arraycopy(b, 10, b, 5, 7);
        System.out.println(Arrays.toString(b));
        long[] l = {1, 2, 3, 4};
        System.arraycopy(l, 1, l, 0, 3);
        char[] c = "abcdef".toCharArray();
        System.arraycopy(c, 0, c, 3, 3);
        boolean[] z = {true, false, true};
        System.arraycopy(z, 0, z, 1, 2);
        double[] d = {1.5, 2.5, -0.0};
        System.arraycopy(d, 2, d, 0, 1);
        String[] s = {"a", "b", "c"};
        Object[] o = new Object[3];
        System.arraycopy(s, 0, o, 0, 3);
        System.arraycopy(s, 1, s, 0, 2);
        short[] sh = {1, 2, 3};
        System.arraycopy(sh, 0, sh, 1, 2);
        float[] f = {1, 2, 3};
        System.arraycopy(f, 1, f, 0, 2);
        System.out.println(Arrays.toString(l) + new String(c) + Arrays.toString(z) + Arrays.toString(d) + Arrays.toString(o) + Arrays.toString(s) + Arrays.toString(sh) + Arrays.toString(f));
        int[][] g = {{1}, {2}, {3}};
        int[] second = g[1];
        System.arraycopy(g, 0, g, 1, 2);
        System.out.println(Arrays.deepToString(g) + (g[2] == second));
        System.out.println(attempt(() -> System.arraycopy(null, 0, a, 0, 1)) + attempt(() -> System.arraycopy(a, 0, null, 0, 1)) + attempt(() -> System.arraycopy(a, 0, l, 0, 1)) + attempt(() -> System.arraycopy("x", 0, a, 0, 0)) + attempt(() -> System.arraycopy(a, 7, a, 0, 2)) + attempt(() -> System.arraycopy(a, Integer.MAX_VALUE, a, 0, 1)) + attempt(() -> System.arraycopy(a, 0, a, 0, Integer.MIN_VALUE)) + attempt(() -> System.arraycopy(new Object[] {"s"}, 0, new String[1], 0, 1)) + attempt(() -> System.arraycopy(new Integer[] {null}, 0, new String[1], 0, 1)) + attempt(() -> System.arraycopy(new int[1], 0, new Object[1], 0, 1)) + attempt(() -> System.arraycopy(new int[1][], 0, new Object[1], 0, 1)));
        Object[] mixed = {"1", "2", 3, "4"};
        String[] dst = new String[4];
        System.out.println(attempt(() -> System.arraycopy(mixed, 0, dst, 0, 4)) + Arrays.toString(dst));
        System.out.println(System.lineSeparator().equals("\n") + System.getProperty("no.such", "default") + System.getProperty("no.such") + System.getProperty("file.separator") + System.getProperty("path.separator").length() + attempt(() -> System.getProperty("")) + attempt(() -> System.getProperty(null)));
        System.out.println(System.setProperty("my.prop", "v1") + System.setProperty("my.prop", "v2") + System.getProperty("my.prop") + System.clearProperty("my.prop") + System.getProperty("my.prop") + Boolean.getBoolean("my.flag") + System.getenv("SURELY_NOT_SET_ANYWHERE"));
        long t0 = System.nanoTime();
        long m0 = System.currentTimeMillis();
        System.out.println((System.nanoTime() >= t0) + "" + (System.currentTimeMillis() >= m0 - 1000) + (m0 > 1_500_000_000_000L));
        Runtime rt = Runtime.getRuntime();
        System.gc();
        System.out.println((rt.availableProcessors() > 0) + "" + (rt.totalMemory() > 0) + (rt.maxMemory() >= rt.totalMemory() || rt.maxMemory() > 0) + (rt.freeMemory() <= rt.totalMemory()) + (rt == Runtime.getRuntime()) + (Runtime.version().feature() >= 17));
        System.out.println(Thread.currentThread().getName() + Thread.currentThread().getStackTrace()[1].getMethodName());
        StackWalker w = StackWalker.getInstance();
        System.out.println(w.walk(st -> st.map(StackWalker.StackFrame::getMethodName).toList()) + inner(w));
    }

    static String inner(StackWalker w) {
        return w.walk(st -> st.map(x -> x.getMethodName() + x.getClassName().length()).toList()).toString();
    }
}
