import java.util.*;
import java.util.function.*;

public class SealedExpressionTree {
    sealed interface Expr permits Num, Add, Mul, Neg, Var {}
    record Num(double v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}
    record Var(String name) implements Expr {}
    static double eval(Expr e, Map<String, Double> env) {
        if (e instanceof Num n) return n.v();
        if (e instanceof Add a) return eval(a.l(), env) + eval(a.r(), env);
        if (e instanceof Mul m) return eval(m.l(), env) * eval(m.r(), env);
        if (e instanceof Neg n && n.e() instanceof Neg inner) return eval(inner.e(), env);
        if (e instanceof Neg n) return -eval(n.e(), env);
        if (e instanceof Var v) {
            Double x = env.get(v.name());
            if (x == null) throw new NoSuchElementException("unbound " + v);
            return x;
        }
        throw new AssertionError();
    }
    static Expr parse(String s) {
        int[] pos = {0};
        return new Object() {
            Expr sum() {
                Expr l = product();
                while (pos[0] < s.length() && s.charAt(pos[0]) == '+') {
                    pos[0]++;
                    l = new Add(l, product());
                }
                return l;
            }
            Expr product() {
                Expr l = atom();
                while (pos[0] < s.length() && s.charAt(pos[0]) == '*') {
                    pos[0]++;
                    l = new Mul(l, atom());
                }
                return l;
            }
            Expr atom() {
                char c = s.charAt(pos[0]);
                if (c == '-') {
                    pos[0]++;
                    return new Neg(atom());
                }
                if (c == '(') {
                    pos[0]++;
                    Expr e = sum();
                    pos[0]++;
                    return e;
                }
                int st = pos[0];
                if (Character.isLetter(c)) {
                    while (pos[0] < s.length() && Character.isLetterOrDigit(s.charAt(pos[0]))) pos[0]++;
                    return new Var(s.substring(st, pos[0]));
                } while (pos[0] < s.length()
                        && (Character.isDigit(s.charAt(pos[0])) || s.charAt(pos[0]) == '.')) pos[0]++;
                return new Num(Double.parseDouble(s.substring(st, pos[0])));
            }
        }.sum();
    }
    public static void main(String[] args) {
        for (String s : List.of("1+2*3", "-(4+x)*2", "--7", "a*b+c", "1.5e", "zz")) {
            try {
                Expr e = parse(s);
                System.out.println(s + " = " + eval(e, Map.of("x", 1.0, "a", 2.0, "b", 3.0, "c", 0.25)) + " " + e
                        + " " + e.equals(parse(s)) + " " + (e.hashCode() == parse(s).hashCode()));
            } catch (RuntimeException e) {
                System.out.println(s + " ! " + e);
            }
        }
        System.out.println(Arrays.toString(Expr.class.getPermittedSubclasses()));
        System.out.println(Expr.class.isSealed() + " " + Num.class.isRecord() + " "
                + Arrays.toString(Add.class.getRecordComponents()));
    }
}
