public class TernaryBoxing {
    static String t(Object o) {
        return o == null ? "null" : o.getClass().getSimpleName() + ":" + o;
    }

    static Integer nullInt() {
        return null;
    }

    static int count;

    static Integer tick() {
        return ++count;
    }

    public static void main(String[] args) {
        boolean yes = args.length == 0;
        boolean no = !yes;
        System.out.println(t(yes ? 1 : 2.0));
        System.out.println(t(yes ? 1 : 'a'));
        System.out.println(t(yes ? 'b' : 0));
        System.out.println(t(yes ? 'b' : 70000));
        int i = 0;
        System.out.println(t(yes ? 'b' : i));
        System.out.println(t(yes ? (Object) 1 : 2.0));
        System.out.println(t(yes ? Integer.valueOf(1) : Double.valueOf(2)));
        System.out.println(t(yes ? null : 0));
        System.out.println(t(no ? "s" : 5));
        System.out.println(t(yes ? (short) 1 : 'c'));
        System.out.println(t(yes ? (byte) 1 : 'c'));
        System.out.println(t(yes ? 1L : 2f));
        System.out.println(t(yes ? (byte) 1 : (short) 2));
        System.out.println(t(yes ? Byte.valueOf((byte) 3) : 5));
        System.out.println(t(no ? 1 : no ? 2L : 3f));
        try {
            int x = yes ? nullInt() : 0;
            System.out.println(x);
        } catch (NullPointerException e) {
            System.out.println("npe 1");
        }
        try {
            Integer x = yes ? nullInt() : Integer.valueOf(0);
            System.out.println(x);
            Integer y = yes ? nullInt() : 0;
            System.out.println(y);
        } catch (NullPointerException e) {
            System.out.println("npe 2");
        }
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c == 128) + " " + (c <= d && c >= d));
        Long la = 127L, lb = 127L, lc = 128L, ld = 128L;
        System.out.println((la == lb) + " " + (lc == ld) + " " + lc.equals(128) + " " + lc.equals(128L) + " " + (lc == 128));
        Character ca = 127, cb = 127, cc = 128, cd = 128;
        System.out.println((ca == cb) + " " + (cc == cd));
        Short sa = -128, sb = -128, sc = -129, sd = -129;
        System.out.println((sa == sb) + " " + (sc == sd));
        Byte ba = -1, bb = -1;
        Boolean ta = true, tb = Boolean.valueOf("TRUE");
        System.out.println((ba == bb) + " " + (ta == tb));
        System.out.println(Integer.valueOf(-128) == Integer.valueOf("-128"));
        Object oa = 5;
        Object ob = 5L;
        System.out.println(oa.equals(ob) + " " + (oa == (Object) 5) + " " + oa.hashCode() + " " + ob.hashCode() + " " + ((Object) 'c').equals("c"));
        long l = tick() + tick() * tick();
        System.out.println(l);
        Integer inc = 1000;
        Integer same = inc;
        inc++;
        System.out.println(inc + " " + same + " " + (inc == same));
        inc += 1.9 > 1 ? 1 : 0;
        System.out.println(inc);
        char ch = 'a';
        ch += 1;
        ch++;
        System.out.println(ch + 1);
        System.out.println((char) (ch + 1));
        System.out.println("" + ch + 1);
        System.out.println('a' + 'b' + "c" + 'd' + 'e' + 1 + 2);
        System.out.println(1 + 2 + "3" + 4 * 5 + (6 + 7));
        short s = 10;
        s += 5.7;
        s -= 'a';
        s = (short) -s;
        System.out.println(s);
        final int k = 10;
        byte fit = k;
        System.out.println(fit + (yes ? k : "k").toString());
        double avg = (1 + 2) / 2;
        System.out.println(avg + " " + (1 + 2) / 2.0 + " " + (char) 97.9 + " " + (int) 'z' / 2);
        Boolean nb = null;
        try {
            if (nb) {
                System.out.println("no");
            }
        } catch (NullPointerException e) {
            System.out.println("npe boolean");
        }
        System.out.println((yes | tick() > 100) + " " + (yes || tick() > 100) + " " + (no & tick() > 0) + " " + (no && tick() > 0) + " " + count);
        System.out.println(yes ^ no ? !yes == no ? "a" : "b" : "c");
    }
}
