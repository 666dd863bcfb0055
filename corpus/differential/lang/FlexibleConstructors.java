// jdk: 25+
public class FlexibleConstructors {
    static class Base {
        final int size;

        Base(int size) {
            this.size = size;
            System.out.println("Base(" + size + ") sees " + describe());
        }

        String describe() {
            return "base";
        }
    }

    static class Checked extends Base {
        final String name;
        int extra = 7;

        Checked(String n) {
            if (n == null) {
                throw new IllegalArgumentException("null name, super not called");
            }
            var trimmed = n.trim();
            int len = 0;
            for (char c : trimmed.toCharArray()) {
                if (Character.isLetter(c)) {
                    len++;
                }
            }
            this.name = trimmed;
            super(len);
            extra += len;
            System.out.println("after super " + name + extra);
        }

        Checked(int n) {
            String s;
            try {
                s = "n".repeat(n);
            } catch (IllegalArgumentException e) {
                s = "negative";
            }
            this(s);
            System.out.println("delegated");
        }

        @Override
        String describe() {
            return "name=" + name + " extra=" + extra;
        }
    }

    class Inner extends Base {
        final int seen;

        Inner(int v) {
            int t = v * factor;
            seen = t;
            super(t + 1);
        }

        @Override
        String describe() {
            return "inner " + seen;
        }
    }

    int factor = 3;

    record Range(int lo, int hi) {
        Range(int a, int b, boolean swap) {
            if (swap) {
                int t = a;
                a = b;
                b = t;
            }
            this(a, b);
        }

        Range(String s) {
            String[] parts = s.split("\\.\\.");
            this(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }
    }

    enum Level {
        LOW(1), HIGH("ninety");

        final int v;

        Level(int v) {
            this.v = v;
        }

        Level(String s) {
            int n = s.length();
            System.out.println("enum prologue " + n);
            this(n * 15);
        }
    }

    static int log(int x) {
        System.out.println("arg " + x);
        return x;
    }

    static class Shared extends Base {
        Shared(int a) {
            class Local {
                int twice(int q) {
                    return q * 2;
                }
            }
            int v = new Local().twice(log(a));
            Runnable r = () -> System.out.println("lambda in prologue " + v);
            r.run();
            super(v);
        }
    }

    public static void main(String[] args) {
        new Checked("  a1b2 ");
        new Checked(3);
        new Checked(-1);
        try {
            new Checked(null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        FlexibleConstructors o = new FlexibleConstructors();
        o.factor = 5;
        System.out.println(o.new Inner(4).size);
        System.out.println(new Range(5, 1, true) + " " + new Range("3..9"));
        System.out.println(Level.LOW.v + " " + Level.HIGH.v);
        System.out.println(new Shared(21).size);
    }
}
