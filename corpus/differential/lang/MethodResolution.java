import java.util.ArrayList;
import java.util.List;

public class MethodResolution {
    static class A {
        String f = "A.f";
        static String sf = "A.sf";

        String m() { return "A.m"; }

        static String s() { return "A.s"; }

        private String p() { return "A.p"; }

        String callP() { return p(); }

        String callM() { return m() + f; }

        A self() { return this; }

        String over(Object o) { return "A.Object"; }

        String over(String o) { return "A.String"; }

        protected String pk() { return "A.pk"; }
    }

    static class B extends A {
        String f = "B.f";
        static String sf = "B.sf";

        @Override String m() { return "B.m>" + super.m(); }

        static String s() { return "B.s"; }

        private String p() { return "B.p"; }

        String callBoth() { return p() + ((A) this).p() + super.callP(); }

        @Override B self() { return this; }

        String over(Integer o) { return "B.Integer"; }

        String onlyB() { return f + super.f + ((A) this).f; }

        @Override public String pk() { return "B.pk"; }
    }

    static class C extends B {
        @Override String m() { return "C.m>" + super.m(); }

        String over(Object o) { return "C.Object"; }
    }

    static String o(int x) { return "int"; }
    static String o(long x) { return "long"; }
    static String o(double x) { return "double"; }
    static String o(Integer x) { return "Integer"; }
    static String o(Object x) { return "Object"; }
    static String o(int... x) { return "int..." + x.length; }
    static String o(char x, int y) { return "char,int"; }
    static String o(int x, long y) { return "int,long"; }

    static String q(long x) { return "q long"; }
    static String q(Integer x) { return "q Integer"; }
    static String q(Object... x) { return "q Object..." + (x == null ? "null" : x.length); }

    static String r(Object x) { return "r Object"; }
    static String r(String x) { return "r String"; }

    static String v(String s, Object... os) { return s + os.length; }

    static String g(List<?> l) { return "List"; }
    static String g(Iterable<?> l) { return "Iterable"; }

    static <T> String t(T x) { return "T"; }
    static <T extends Number> String t(T x) { return "Number"; }

    public static void main(String[] args) {
        A a = new C();
        B b = new C();
        System.out.println(a.m() + " " + a.f + " " + b.f + " " + ((A) b).f + " " + a.callM() + " " + a.callP() + " " + b.callBoth() + " " + b.onlyB());
        System.out.println(A.s() + B.s() + C.s() + A.sf + B.sf + C.sf);
        System.out.println(a.self().getClass().getSimpleName() + b.self().onlyB() + a.pk());
        System.out.println(a.over("s") + a.over((Object) "s") + a.over(1) + b.over(1) + b.over((Object) 1) + b.over("s"));
        byte by = 1;
        short sh = 1;
        System.out.println(o(by) + o(sh) + o('c') + o(1) + o(1L) + o(1f) + o(1.0) + o((Integer) 1) + o("s") + o() + o(1, 2, 3) + o((Object) 1) + o((Long) 1L));
        System.out.println(o('a', 1) + o(1, 2) + o('a', 'b') + o(new int[4]));
        System.out.println(q(1) + q('c') + q((Integer) 1) + q("s") + q() + q((Object[]) null) + q((Object) null) + q(1, 2) + q((Long) 5L));
        System.out.println(r(null) + r("x") + r((Object) "x") + r('c'));
        System.out.println(v("a") + v("b", 1, 2) + v("c", (Object) new Object[3]) + v("d", new Object[3]) + v("e", new int[3]) + v("f", (Object[]) new String[2]));
        System.out.println(g(new ArrayList<String>()) + t(1) + t("s") + t(2.0) + t('c'));
        List<Integer> li = new ArrayList<>(List.of(10, 20, 30, 1));
        li.remove(1);
        li.remove((Integer) 1);
        System.out.println(li);
        StringBuilder sb = new StringBuilder();
        sb.append('a').append((int) 'a').append((Object) "o").append(new char[] {'x', 'y'}).append(1.5f).append(true).append((String) null);
        System.out.println(sb);
        char[] cs = {'h', 'i'};
        System.out.println(cs);
        System.out.println(String.valueOf(cs) + String.valueOf((Object) null) + "ab".indexOf('b') + "ab".indexOf(98));
        A nul = null;
        System.out.println(nul.s() + nul.sf);
    }
}
