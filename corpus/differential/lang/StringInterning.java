public class StringInterning {
    static final String CONST = "he" + "llo";
    static final String FROM_CONST = CONST + 1;
    static String mutable = "hello";

    static class Other {
        static final String SAME = "hello";
        static String method() {
            return "hello1";
        }
    }

    enum E { hello }

    record R(String s) { }

    public static void main(String[] args) {
        String lit = "hello";
        final String fin = "hel";
        String notFin = "hel";
        System.out.println(lit == CONST);
        System.out.println(lit == mutable);
        System.out.println(lit == Other.SAME);
        System.out.println(FROM_CONST == Other.method());
        System.out.println((fin + "lo") == lit);
        System.out.println((notFin + "lo") == lit);
        System.out.println((notFin + "lo").intern() == lit);
        System.out.println(new String("hello") == lit);
        System.out.println(new String("hello").intern() == lit);
        System.out.println(new String("hello").equals(lit));
        System.out.println("hello".toString() == lit);
        System.out.println(String.valueOf((Object) lit) == lit);
        System.out.println("hello".substring(0) == lit);
        System.out.println("xhello".substring(1) == lit);
        System.out.println("hello".trim() == lit);
        System.out.println("hello".strip() == lit);
        System.out.println("hello".concat("") == lit);
        System.out.println("hello".replace('z', 'y') == lit);
        System.out.println("hello".toLowerCase(java.util.Locale.ROOT) == lit);
        System.out.println("hello".repeat(1) == lit);
        System.out.println(E.hello.name() == lit);
        System.out.println(E.valueOf("hello").toString() == lit);
        System.out.println(new R("hello").s() == lit);
        System.out.println("" == "".intern());
        System.out.println(new StringBuilder("hello").toString() == lit);
        System.out.println(new StringBuilder().append("hel").append("lo").toString().intern() == lit);
        System.out.println(("" + 1) == "1");
        System.out.println(("" + 1).intern() == "1");
        System.out.println(('a' + "b") == "ab");
        System.out.println(1 + 2 + "3" == "33");
        System.out.println("\u0041" == "A");
        System.out.println("""
            hello""" == lit);
        System.out.println(StringInterning.class.getSimpleName().intern() == "StringInterning");
        System.out.println(String.class.getName() == "java.lang.String");
        String dyn = "dyn";
        for (int i = 0; i < 5; i++) {
            dyn += i;
        }
        String in = dyn.intern();
        System.out.println((in == "dyn01234") + " " + (dyn.intern() == in));
        char[] cs = {'h', 'e', 'l', 'l', 'o'};
        String fromChars = new String(cs);
        cs[0] = 'j';
        System.out.println(fromChars + (fromChars == lit) + (fromChars.intern() == lit));
        String ternary = args.length == 0 ? "hello" : "bye";
        System.out.println(ternary == lit);
        System.out.println((args.length == 0 ? CONST : null) == lit);
        final boolean yes = true;
        System.out.println((yes ? "he" : "no") + "llo" == lit);
        System.out.println("" + true + null + 'c' + 1.0 == "truenullc1.0");
        final long l = 5;
        final char ch = 'x';
        System.out.println("v" + l + ch + 2.5f + (byte) 300 == "v5x2.544");
        lit += "";
        System.out.println(lit == CONST);
    }
}
