import java.util.Arrays;

public class EvaluationOrder {
    static StringBuilder log = new StringBuilder();

    static int i(int v) {
        log.append(v).append(' ');
        return v;
    }

    static boolean b(int id, boolean v) {
        log.append(id).append(v ? 't' : 'f').append(' ');
        return v;
    }

    static EvaluationOrder o(int id) {
        log.append("o").append(id).append(' ');
        return new EvaluationOrder();
    }

    static EvaluationOrder nul(int id) {
        log.append("n").append(id).append(' ');
        return null;
    }

    int field = 3;
    static int sf = 100;

    int m(int a, int b, int c) {
        log.append("m ");
        return a + b + c;
    }

    static int boom(int id) {
        log.append("boom").append(id).append(' ');
        throw new IllegalStateException("" + id);
    }

    static void flush(Object r) {
        System.out.println(r + " <- " + log);
        log.setLength(0);
    }

    static void attempt(Runnable r) {
        try {
            r.run();
            flush("ok");
        } catch (RuntimeException e) {
            flush(e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        flush(i(1) + i(2) * i(3) - i(4) / i(5));
        flush(i(1) << i(2) + i(3));
        flush((i(1) + i(2)) * (i(3) + i(4)));
        flush(o(1).m(i(2), i(3), i(4)));
        flush(b(1, true) && b(2, false) || b(3, true) && b(4, true));
        flush(b(1, true) & b(2, false) | b(3, true) ^ b(4, true));
        flush(b(1, false) ? i(2) : b(3, true) ? i(4) : i(5));
        flush("" + i(1) + i(2) + (i(3) + i(4)));
        int x = 1;
        flush(x + (x = 5) * x++ + x);
        x = 3;
        flush(x++ + x++ * --x - x-- + ~x);
        x = 10;
        x += x++ + (x *= 2);
        flush(x);
        int[] a = {0, 10, 20, 30};
        int k = 0;
        a[k] = k = 2;
        flush(Arrays.toString(a) + k);
        k = 1;
        a[k++] += a[k++] + k;
        flush(Arrays.toString(a) + k);
        k = 0;
        int[] old = a;
        a[k = 1] = (a = new int[4])[2] + i(7);
        flush(Arrays.toString(a) + Arrays.toString(old));
        sf += set(5);
        flush(sf);
        sf = sf + set(5);
        flush(sf);
        EvaluationOrder e = new EvaluationOrder();
        EvaluationOrder keep = e;
        e.field = (e = new EvaluationOrder()).field + i(9);
        flush(keep.field + " " + e.field);
        attempt(() -> nul(1).m(i(2), i(3), i(4)));
        attempt(() -> nul(1).field = i(2));
        attempt(() -> nul(1).field += i(2));
        attempt(() -> o(1).m(i(2), boom(3), i(4)));
        attempt(() -> { int[] n = null; n[i(1)] = i(2); });
        attempt(() -> { int[] n = null; n[i(1)] += i(2); });
        attempt(() -> { int[] n = {1}; n[i(5)] = boom(2); });
        attempt(() -> { int[] n = {1}; n[i(5)] = i(6) / i(0); });
        attempt(() -> { int[] n = {1}; n[i(5)] += boom(2); });
        attempt(() -> { Object[] n = new String[1]; n[i(0)] = (Object) i(8); });
        attempt(() -> { int v = i(1) / i(0) + i(2); });
        attempt(() -> { int[][] n = new int[i(2)][i(-1)]; });
        attempt(() -> { int[] n = new int[] {i(1), boom(2), i(3)}; });
        attempt(() -> { String s = "a" + i(1) + boom(2) + i(3); });
        attempt(() -> { nul(1).sf = i(2); });
        attempt(() -> { Integer n = null; int q = i(1) + n + i(2); });
        attempt(() -> { synchronized (nul(4)) { i(5); } });
        attempt(() -> { throw b(1, true) ? new IllegalArgumentException("" + i(2)) : null; });
        long l = i(1);
        l = l++ + ++l;
        flush(l);
        for (int p = i(0), q = i(5); b(p, p < q); p += i(2), q -= i(1)) {
            log.append("| ");
        }
        flush("for");
        switch (i(2) + i(3)) {
            case 5 -> flush("five");
            default -> flush("other");
        }
    }

    static int set(int v) {
        sf = 1;
        return v;
    }
}
