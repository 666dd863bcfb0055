public class StringConcatForms {
    static int n;

    static class T {
        final String s;

        T(String s) {
            this.s = s;
        }

        @Override
        public String toString() {
            return s + "#" + n++;
        }
    }

    static class NullString {
        @Override
        public String toString() {
            return null;
        }
    }

    static T t(String s) {
        System.out.print("eval " + s + "; ");
        return new T(s);
    }

    static String many(int a) {
        // more than 200 operands, which does not fit one concatenation recipe
        return "" + a + 'a' + a + 'b' + a + 'c' + a + 'd' + a + 'e' + a + 'f' + a + 'g' + a + 'h' + a + 'i' + a + 'j'
            + a + 1 + a + 2 + a + 3 + a + 4 + a + 5 + a + 6 + a + 7 + a + 8 + a + 9 + a + 10
            + a + 1L + a + 2L + a + 3L + a + 4L + a + 5L + a + 6L + a + 7L + a + 8L + a + 9L + a + 10L
            + a + 1f + a + 2f + a + 3f + a + 4f + a + 5f + a + 6f + a + 7f + a + 8f + a + 9f + a + 10f
            + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n
            + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n
            + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n
            + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n
            + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n
            + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n + a + n;
    }

    static String hex(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) {
            sb.append(c >= 32 && c < 127 ? "" + c : "<" + Integer.toHexString(c) + ">");
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        byte b = -128;
        short s = -32768;
        char c = 'x';
        int i = Integer.MIN_VALUE;
        long l = Long.MIN_VALUE;
        float f = -0f;
        double d = Double.MIN_VALUE;
        boolean z = false;
        String nul = null;
        Object o = null;
        char[] none = null;
        System.out.println("all " + b + s + c + i + l + f + d + z + nul + o + none);
        System.out.println(b + "" + s + "" + c + "" + i + "" + l + "" + f + "" + d + "" + z);
        System.out.println(nul + nul + (nul + null).length());
        System.out.println(hex("a" + '\u0001' + i + "\u0001\u0002" + l + '\u0002' + "\0" + z));
        System.out.println(hex("\u0001" + nul + "\u0002" + o + "\u0001\u0001"));
        System.out.println(hex("\u00e9" + i + '\u4e2d' + c + "\ud83d" + '\ude00'));
        System.out.println(t("a") + " " + t("b") + t("c"));
        System.out.println(n);
        T same = new T("same");
        System.out.println("" + same + same + n + same);
        System.out.println("x" + new NullString() + "y");
        String acc = "s";
        acc += 1;
        acc += 'c';
        acc += 2L + 3;
        acc += nul;
        acc += acc;
        acc += 1 + 2 + "3" + 4 + 5;
        System.out.println(acc);
        char cc = 'a';
        cc += 1;
        System.out.println("" + cc + (char) (cc + 1) + (cc + 1) + 'a' + 1);
        System.out.println('a' + 1 + "z" + ('a' + 1) + (char) ('a' + 1));
        System.out.println(1 + 1L + 1f + 1d + "" + 1 + 1L + 1f + 1d);
        Object so = "obj";
        so += "more";
        System.out.println(so);
        CharSequence cs = "chars";
        System.out.println(cs + "seq" + new StringBuilder("sb") + Integer.valueOf(7) + Character.valueOf('q') + (Long) null);
        final String konst = "k" + 1 + 2L + 'c' + 1.5 + true + null;
        System.out.println(konst + konst.length());
        System.out.println(many(7).length() + " " + many(3).hashCode() + " " + many(-1).substring(0, 80));
        StringBuilder order = new StringBuilder();
        String r = "1" + order.append("a") + "2" + order.append("b") + "3" + order;
        System.out.println(r);
        int k = 0;
        System.out.println("k" + k++ + k++ + --k + (k += 5) + k);
        String[] arr = {"p"};
        arr[0] += arr[0] + (arr[0] = "q") + arr[0];
        System.out.println(arr[0]);
        try {
            String bad = "x" + new Object() {
                @Override
                public String toString() {
                    throw new IllegalStateException("toString failed");
                }
            };
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("" + 0.1f + 1e10 + 1e-5f + 100.0 + 1.0E7 + 123456789.0f + Double.NaN + Float.NEGATIVE_INFINITY);
        String loop = "";
        for (char q = 'a'; q < 'k'; q++) {
            loop = q + loop + (int) q;
        }
        System.out.println(loop);
    }
}
