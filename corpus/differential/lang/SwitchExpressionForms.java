import java.util.ArrayList;
import java.util.List;

public class SwitchExpressionForms {
    enum Kind { A, B, C, D }

    static int calls;

    static int side(int v) {
        calls++;
        return v;
    }

    static int inExpression(Kind k) {
        // operands already on the stack while the switch runs, and a try inside it
        return 1000 + side(1) * switch (k) {
            case A -> 10;
            case B -> {
                try {
                    yield Integer.parseInt("zz");
                } catch (NumberFormatException e) {
                    yield 20;
                } finally {
                    calls += 100;
                }
            }
            case C -> {
                int sum = 0;
                for (int i = 0; ; i++) {
                    if (i == 5) {
                        yield sum;
                    }
                    if (i % 2 == 0) {
                        continue;
                    }
                    sum += i;
                }
            }
            default -> throw new UnsupportedOperationException(k.name());
        } - side(2);
    }

    static String asArgument(int n) {
        return String.join("-", "x", switch (n & 3) {
            case 0 -> "zero";
            case 1 -> { String s = ""; for (int i = 0; i < n; i++) s += i; yield s; }
            case 2 -> n > 5 ? "big" : switch (n) { case 2 -> "two"; default -> "other"; };
            default -> "three";
        }, "y");
    }

    static Object mixedTypes(int n) {
        return switch (n) {
            case 0 -> 1;
            case 1 -> 2L;
            case 2 -> 3.5f;
            case 3 -> 'c';
            default -> (byte) 9;
        };
    }

    static Object boxedTypes(int n) {
        Object o = switch (n) {
            case 0 -> 1;
            case 1 -> "s";
            case 2 -> 3.5;
            default -> null;
        };
        return o;
    }

    static boolean condition(Kind k) {
        return switch (k) { case A, B -> true; case C, D -> false; } && switch (k) { case A -> false; default -> true; };
    }

    static int colonForm(Kind k) {
        int r = switch (k) {
            case A:
                calls++;
            case B:
                yield 2;
            case C: {
                if (calls > 0) {
                    yield 3;
                }
            }
            default:
                yield 4;
        };
        return r;
    }

    static int loopControl() {
        int total = 0;
        for (int i = 0; i < 10; i++) {
            switch (i % 4) {
                case 0 -> { continue; }
                case 1 -> total += 1;
                case 2 -> { if (i > 5) break; total += 10; }
                default -> total += 100;
            }
            total += 1000;
        }
        return total;
    }

    static void nothing(Kind k, List<String> out) {
        switch (k) {
            case A -> out.add("a");
            case B -> { }
            case C -> throw new IllegalStateException("c");
        }
    }

    public static void main(String[] args) {
        for (Kind k : Kind.values()) {
            try {
                System.out.print(inExpression(k) + " ");
            } catch (UnsupportedOperationException e) {
                System.out.print("unsupported " + e.getMessage() + " ");
            }
        }
        System.out.println(calls);
        for (int i = 0; i < 8; i++) {
            System.out.print(asArgument(i) + " ");
        }
        System.out.println();
        for (int i = 0; i < 5; i++) {
            System.out.print(mixedTypes(i) + ":" + mixedTypes(i).getClass().getSimpleName() + " " + boxedTypes(i) + " ");
        }
        System.out.println();
        for (Kind k : Kind.values()) {
            System.out.print(condition(k) + "" + colonForm(k) + " ");
        }
        System.out.println(loopControl());
        List<String> out = new ArrayList<>();
        for (Kind k : Kind.values()) {
            try {
                nothing(k, out);
                out.add("ok" + k);
            } catch (IllegalStateException e) {
                out.add("ise " + e.getMessage());
            }
        }
        System.out.println(out);
        try {
            inExpression(null);
        } catch (NullPointerException e) {
            System.out.println("npe " + calls);
        }
        int x = 3;
        x += switch (x) { case 3 -> { x = 100; yield 1; } default -> 0; };
        System.out.println(x);
        long wide = 1L << 40 | switch (x) { case 4 -> 5L; default -> 6; };
        System.out.println(wide);
    }
}
