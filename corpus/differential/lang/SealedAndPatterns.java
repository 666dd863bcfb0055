import java.util.List;
import java.util.Map;

public class SealedAndPatterns {
    sealed interface Expr permits Num, Add, Mul, Neg { }

    record Num(double v) implements Expr { }

    record Add(Expr l, Expr r) implements Expr { }

    record Mul(Expr l, Expr r) implements Expr { }

    static final class Neg implements Expr {
        final Expr e;

        Neg(Expr e) {
            this.e = e;
        }
    }

    sealed static abstract class Animal permits Dog, Cat { }

    static final class Dog extends Animal { String bark() { return "woof"; } }

    static non-sealed class Cat extends Animal { }

    static class Lion extends Cat { }

    static double eval(Expr e) {
        if (e instanceof Num n) {
            return n.v();
        } else if (e instanceof Add a) {
            return eval(a.l()) + eval(a.r());
        } else if (e instanceof Mul m && m.l() instanceof Num z && z.v() == 0) {
            return 0;
        } else if (e instanceof Mul m) {
            return eval(m.l()) * eval(m.r());
        }
        if (!(e instanceof Neg neg)) {
            throw new IllegalStateException();
        }
        return -eval(neg.e);
    }

    static String show(Expr e) {
        return e instanceof Num n ? "" + n.v
            : e instanceof Add a ? "(" + show(a.l) + "+" + show(a.r) + ")"
            : e instanceof Mul m ? show(m.l) + "*" + show(m.r)
            : "-" + show(((Neg) e).e);
    }

    static String describe(Object o) {
        if (o instanceof String s && !s.isEmpty() && s.charAt(0) == '#') {
            return "tag " + s.substring(1);
        }
        if (o instanceof Integer i && i > 10 || o instanceof Long) {
            return "big or long";
        }
        if (o instanceof final Integer i) {
            return "int " + (i + 1);
        }
        if (o instanceof int[] a && a.length > 1) {
            return "ints " + a[a.length - 1];
        }
        if (o instanceof Object[] a && a.length > 0 && a[0] instanceof String first) {
            return "strings " + first;
        }
        if (o instanceof List<?> l && l.size() == 2 && l.get(1) instanceof Map<?, ?> m) {
            return "list+map " + m.size();
        }
        if (!(o instanceof CharSequence cs)) {
            return "other " + (o == null);
        }
        return "cs " + cs.length();
    }

    static String s = "field";

    static String scope(Object o) {
        if (o instanceof String s && s.length() > 2) {
            return s;
        }
        return s;
    }

    static int loop(Object o) {
        int n = 0;
        while (!(o instanceof Integer i)) {
            n++;
            o = n < 5 ? (Object) ("x" + n) : (Object) n;
        }
        return i * 100 + n;
    }

    public static void main(String[] args) {
        Expr e = new Add(new Num(2), new Mul(new Num(3), new Neg(new Add(new Num(1), new Num(-0.5)))));
        System.out.println(show(e) + " = " + eval(e));
        System.out.println(eval(new Mul(new Num(0), new Num(Double.NaN))) + " " + eval(new Mul(new Num(Double.NaN), new Num(0))));
        for (Object o : new Object[] {"#x", "", "plain", 5, 11, 5L, new int[] {1, 9}, new int[0], new String[] {"q"}, new Object[] {1}, List.of(1, Map.of(1, 2)), null, new StringBuilder("sb")}) {
            System.out.println(describe(o));
        }
        System.out.println(scope("long one") + " " + scope("ab") + " " + scope(5) + " " + loop("a") + " " + loop(3));
        Animal a = new Lion();
        System.out.println((a instanceof Cat) + " " + (a instanceof Lion) + " " + ((Object) new Dog() instanceof Animal d ? d.getClass().getSimpleName() : ""));
        System.out.println(Expr.class.isSealed() + " " + Animal.class.getPermittedSubclasses().length + " " + Cat.class.isSealed() + " " + Expr.class.getPermittedSubclasses()[3].getSimpleName());
    }
}
