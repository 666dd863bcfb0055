import java.util.NoSuchElementException;
import java.util.StringJoiner;
import java.util.StringTokenizer;

public class TokenizersAndScanner {
    public static void main(String[] args) {
        StringTokenizer st = new StringTokenizer("the  quick\tbrown\nfox");
        System.out.print(st.countTokens() + ":");
        while (st.hasMoreTokens()) {
            System.out.print(st.nextToken() + "/" + st.countTokens() + " ");
        }
        System.out.println();
        st = new StringTokenizer("1+2*(3-4)", "+-*()", true);
        StringJoiner sj = new StringJoiner("|", "<", ">");
        sj.setEmptyValue("EMPTY");
        System.out.println(sj + " " + sj.length());
        while (st.hasMoreElements()) {
            sj.add((String) st.nextElement());
        }
        System.out.println(sj + " " + sj.length());
        st = new StringTokenizer("a=1;b=2", "=");
        System.out.println(st.nextToken() + st.nextToken(";") + st.nextToken("="));
        try {
            new StringTokenizer("").nextToken();
        } catch (NoSuchElementException e) {
            System.out.println("none " + e.getMessage());
        }
        StringJoiner other = new StringJoiner(",", "{", "}");
        other.add("x").add("y").add(null);
        sj.merge(other);
        System.out.println(sj);
        System.out.println(new StringJoiner("-").add("only") + " " + new StringJoiner("-").toString().isEmpty());
        System.out.println(eval("1+2*3") + " " + eval("(1+2)*3") + " " + eval("10/4-2") + " " + eval("2*(3+(4-1)*2)") + " " + eval("-3*-(2)"));
        for (String bad : new String[] {"1+", "(2", "2 2", "x"}) {
            try {
                System.out.println(eval(bad));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static StringTokenizer toks;
    static String cur;

    static void advance() {
        do {
            cur = toks.hasMoreTokens() ? toks.nextToken() : null;
        } while (cur != null && cur.isBlank());
    }

    static int eval(String s) {
        toks = new StringTokenizer(s, "+-*/() ", true);
        advance();
        int v = sum();
        if (cur != null) {
            throw new IllegalArgumentException("trailing " + cur);
        }
        return v;
    }

    static int sum() {
        int v = product();
        while ("+".equals(cur) || "-".equals(cur)) {
            boolean plus = cur.equals("+");
            advance();
            int r = product();
            v = plus ? v + r : v - r;
        }
        return v;
    }

    static int product() {
        int v = atom();
        while ("*".equals(cur) || "/".equals(cur)) {
            boolean mul = cur.equals("*");
            advance();
            int r = atom();
            v = mul ? v * r : v / r;
        }
        return v;
    }

    static int atom() {
        if (cur == null) {
            throw new IllegalArgumentException("unexpected end");
        }
        String t = cur;
        advance();
        switch (t) {
            case "(": {
                int v = sum();
                if (!")".equals(cur)) {
                    throw new IllegalArgumentException("expected ) got " + cur);
                }
                advance();
                return v;
            }
            case "-":
                return -atom();
            default:
                try {
                    return Integer.parseInt(t);
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(e.getMessage(), e);
                }
        }
    }
}
