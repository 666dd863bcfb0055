import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Something of everything that javac makes, for mutation. It must not have a static initialiser. */
abstract class Subject<T extends Comparable<T>> implements Comparable<Subject<T>>, Cloneable {
    int number;
    long wide;
    double fraction;
    float small;
    String text;
    Object[] items;
    int[][] grid;
    byte[] bytes;
    boolean[] flags;
    char[] chars;
    short[] shorts;
    static int shared;
    static volatile long clock;
    final List<T> list = new ArrayList<>();
    protected int guarded;

    interface Visitor {
        int visit(int x);

        default int twice(int x) {
            return visit(visit(x));
        }
    }

    Subject(int n) {
        super();
        number = n;
        wide = n * 3L;
        items = new Object[] {this, n, "x"};
    }

    Subject(String s) {
        this(s == null ? 0 : s.length());
        text = s;
    }

    int arithmetic(int a, int b) {
        int c = a + b * 2 - (a / (b | 1)) % 7;
        c <<= 2;
        c >>= 1;
        c >>>= b;
        c ^= a;
        c &= 0xff;
        c = ~-c;
        return (byte) c + (short) a + (char) b;
    }

    long longs(long a, int s) {
        long c = a * 3 - a / (a | 1) + a % 5;
        c <<= s;
        c >>= 2;
        c >>>= 3;
        c |= a;
        return c < a ? c : -c;
    }

    double floats(float f, double d) {
        double r = f * d + f / d - f % 2;
        if (r > 1) {
            r -= 3;
        } else if (f < 0) {
            r = -r;
        }
        return r + (int) f + (long) d + (float) d;
    }

    int loops(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j > 0; j--) {
                if (j == 3) {
                    continue;
                }
                if (s > 100) {
                    break;
                }
                s += j;
            }
        }
        do {
            s--;
        } while (s > 10);
        return s;
    }

    int switches(int x, String s) {
        switch (x) {
            case 1:
                return 10;
            case 2:
                x += 4;
                break;
            case 3:
                return 7;
            default:
                x = 0;
        }
        switch (x) {
            case -1000:
                return 1;
            case 5000:
                return 2;
        }
        return switch (s) {
            case "a" -> 1;
            case "b" -> 2;
            default -> x;
        };
    }

    Object tries(Object o) {
        int k = 1;
        try {
            k = o.hashCode();
            if (k == 3) {
                throw new IllegalStateException("x");
            }
            return o.toString();
        } catch (NullPointerException | IllegalStateException e) {
            k = 2;
            return e;
        } finally {
            shared = k;
        }
    }

    void locks(Object o) {
        synchronized (o) {
            wide++;
            guarded += 2;
        }
        synchronized (this) {
            clock = wide;
        }
    }

    void arrays(int n) {
        int[] a = new int[n];
        long[] l = {1, 2, 3};
        double[] d = new double[2];
        float[] f = {1f};
        for (int v : a) {
            number += v;
        }
        a[0]++;
        l[1] += 2;
        d[0] = 1.5;
        f[0] *= 2;
        bytes[1] = 3;
        flags[0] = true;
        chars[2] = 'x';
        shorts[0] = 9;
        grid = new int[3][4];
        items[0] = grid;
        String[][][] s = new String[2][3][];
        s[0][1] = new String[] {"q"};
        Object[] o = s.clone();
        number = o.length + bytes[0] + chars[0] + shorts[1] + (flags[1] ? 1 : 0);
    }

    int lambdas(int x) {
        IntUnaryOperator f = y -> y + x + number;
        Supplier<String> g = () -> text + x;
        return f.applyAsInt(2) + g.get().length();
    }

    String concat(Object o, int i, long l) {
        return "a" + o + i + l + (o == null ? "n" : o);
    }

    boolean tests(Object o) {
        return o instanceof String s && s.length() > 2 || o instanceof Integer i && i > number || !(o instanceof List);
    }

    T generic(List<? extends T> in) {
        T best = null;
        for (T t : in) {
            if (best == null || t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    static long mix(int a, long b, float c, double d, Object e) {
        return a + b + (long) c + (long) d + (e != null ? e.hashCode() : 0);
    }

    @Override
    public int compareTo(Subject<T> o) {
        return Integer.compare(number, o.number);
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        Subject<?> s = (Subject<?>) super.clone();
        s.number++;
        return s;
    }

    int visitor(Visitor v) {
        return v.twice(3) + new Visitor() {
            public int visit(int q) {
                return q + number;
            }
        }.twice(1);
    }

    Object ternaries(boolean a, boolean b, Object p, Integer q) {
        return a ? (b ? p : q) : (b && a ? "s" : new StringBuilder().append(1).append('c'));
    }

    void fields() {
        this.number = this.guarded = 3;
        wide += number++;
        text += --guarded;
        fraction = small = 2;
        shared += 2;
        clock++;
    }

    Class<?> classes() {
        return Subject[].class;
    }

    abstract T make(int n) throws Exception;
}
