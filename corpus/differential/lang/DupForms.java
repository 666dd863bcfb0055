import java.util.Arrays;

public class DupForms {
    static int calls;
    static long sl;
    static double sd;
    int f;
    long g;
    double h;
    String str = "s";
    static StringBuilder trace = new StringBuilder();

    static int idx(int i) {
        trace.append('i').append(i);
        return i;
    }

    static <T> T tr(String s, T t) {
        trace.append(s);
        return t;
    }

    static int val(int v) {
        trace.append('v').append(v);
        return v;
    }

    DupForms self() {
        calls++;
        return this;
    }

    public static void main(String[] args) {
        int[] a = {1, 2, 3, 4};
        long[] l = {10, 20, 30};
        double[] d = {1.5, 2.5};
        float[] fl = {1f, 2f};
        byte[] b = {127, -128};
        char[] c = {'a', '\uffff'};
        short[] s = {32767, -32768};
        boolean[] z = {true, false};
        String[] st = {"x", null};
        System.out.println(a[0]++ + " " + ++a[1] + " " + a[2]-- + " " + --a[3] + " " + Arrays.toString(a));
        System.out.println(l[0]++ + " " + ++l[1] + " " + (l[2] += 5) + " " + (l[0] <<= 40) + " " + Arrays.toString(l));
        System.out.println(d[0]++ + " " + --d[1] + " " + (d[0] *= d[1]) + " " + (d[1] /= 0) + " " + Arrays.toString(d));
        System.out.println(fl[0]++ + " " + (fl[1] -= 0.1) + " " + Arrays.toString(fl));
        System.out.println(b[0]++ + " " + b[1]-- + " " + ++b[0] + " " + (b[1] += 1000) + " " + Arrays.toString(b));
        System.out.println((int) c[0]++ + " " + (int) ++c[1] + " " + (int) --c[1] + " " + (c[0] += 2));
        System.out.println(s[0]++ + " " + --s[1] + " " + Arrays.toString(s));
        System.out.println((z[0] &= z[1]) + " " + (z[1] |= true) + " " + (z[0] ^= z[1]) + " " + Arrays.toString(z));
        System.out.println((st[0] += "y") + " " + (st[1] += 1) + " " + (st[0] += st[1] += 'q') + " " + Arrays.toString(st));
        int i = 0;
        a[i++] = a[i] = i = 2;
        System.out.println(Arrays.toString(a) + i);
        a[idx(1)] += a[idx(2)] = val(9);
        System.out.println(Arrays.toString(a) + trace);
        trace.setLength(0);
        a[idx(0)] = a[idx(1)] = a[idx(2)] = val(7);
        System.out.println(Arrays.toString(a) + trace);
        trace.setLength(0);
        long x = sl = l[1] = l[2] = 99;
        double y = sd = d[0] = d[1] = x;
        System.out.println(x + " " + sl + " " + y + " " + sd + Arrays.toString(l) + Arrays.toString(d));
        System.out.println(sl++ + ++sl + " " + (sl *= 2) + " " + sd-- + " " + (sd /= 4));
        DupForms o = new DupForms();
        System.out.println(o.self().f++ + " " + ++o.self().f + " " + (o.self().f += 10) + " " + o.f);
        System.out.println(o.self().g++ + " " + --o.self().g + " " + (o.self().g -= 10L) + " " + o.g);
        System.out.println(o.self().h++ + " " + (o.self().h = o.self().g = o.self().f) + " " + o.h);
        System.out.println((o.self().str += "t" + o.self().f) + " " + calls);
        Integer boxed = 127;
        Integer old = boxed++;
        System.out.println(old + " " + boxed + " " + ++boxed + " " + (boxed += 2));
        Integer[] bx = {5, null};
        System.out.println(bx[0]++ + " " + bx[0] + " " + (bx[0] <<= 3));
        try {
            bx[1]++;
        } catch (NullPointerException e) {
            System.out.println("unboxing null");
        }
        Character ch = 'a';
        ch++;
        Long lg = 1L << 40;
        lg--;
        Double db = .5;
        db *= 3;
        System.out.println(ch + " " + lg + " " + db);
        int[] e = {0, 0};
        int[] alias = e;
        try {
            tr("arr", e)[tr("idx", 5)] = val(3);
        } catch (ArrayIndexOutOfBoundsException ex) {
            System.out.println(trace);
        }
        trace.setLength(0);
        try {
            tr("null", (int[]) null)[tr("idx", 5)] = val(3);
        } catch (NullPointerException ex) {
            System.out.println(trace);
        }
        e[0] = (alias = new int[] {4})[0]++ + alias[0];
        System.out.println(e[0] + " " + alias[0]);
        int[][] m = {{1, 2}, {3, 4}};
        m[val(1)][val(0)] *= m[0][1]++;
        System.out.println(Arrays.deepToString(m));
        new DupForms();
        new int[] {1}[0]++;
        System.out.println(new long[] {3}[0]-- + new StringBuilder("q").append(1L).length());
    }
}
