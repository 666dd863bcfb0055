import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

public class InnerClassCaptures {
    private final String name;
    private int count;

    InnerClassCaptures(String name) {
        this.name = name;
    }

    class Level1 {
        String name = "L1";

        class Level2 {
            String name = "L2";

            String all(String name) {
                count++;
                return name + "," + this.name + "," + Level1.this.name + "," + InnerClassCaptures.this.name + "," + count;
            }
        }

        Level2 make() {
            return new Level2();
        }
    }

    class Extended extends Level1.Level2 {
        Extended(Level1 outer) {
            outer.super();
            name = "ext";
        }
    }

    static abstract class Shape {
        Shape() {
            System.out.println("constructing " + describe());
        }

        abstract String describe();
    }

    IntSupplier counter(int step, long big, double d, String s, char c, byte b, boolean z, float f, short sh) {
        int base = step * 2;
        return new IntSupplier() {
            int calls = base;

            {
                calls += s.length();
            }

            @Override
            public int getAsInt() {
                count++;
                return calls += step + (int) big + (int) d + c + b + (z ? 1000 : 0) + (int) f + sh;
            }
        };
    }

    static List<Runnable> runnables() {
        List<Runnable> out = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i;
            for (String s : new String[] {"x", "y"}) {
                out.add(new Runnable() {
                    int runs;

                    @Override
                    public void run() {
                        System.out.print(s + copy + ++runs + " ");
                    }
                });
            }
        }
        return out;
    }

    static String localRecursion(int n) {
        String prefix = "<";
        class Walker {
            final int depth;

            Walker(int depth) {
                this.depth = depth;
            }

            String walk() {
                return depth == 0 ? prefix + n : prefix + depth + new Walker(depth - 1).walk();
            }
        }
        return new Walker(n).walk();
    }

    public static void main(String[] args) {
        InnerClassCaptures o = new InnerClassCaptures("outer");
        Level1 l1 = o.new Level1();
        Level1.Level2 l2 = l1.new Level2();
        System.out.println(l2.all("arg") + " " + l1.make().all("m") + " " + o.new Extended(l1).all("e"));
        IntSupplier s = o.counter(1, 2L, 3.9, "abcd", 'A', (byte) -5, true, 7.5f, (short) 9);
        System.out.println(s.getAsInt() + " " + s.getAsInt() + " " + o.count);
        List<Runnable> rs = runnables();
        rs.forEach(Runnable::run);
        rs.forEach(Runnable::run);
        System.out.println();
        System.out.println(localRecursion(4));
        String captured = "cap";
        Shape shape = new Shape() {
            final String constant = "constant";
            String field = "field";
            final Object boxed = 5;

            @Override
            String describe() {
                return constant + field + boxed + captured;
            }
        };
        System.out.println(shape.describe());
        Object anon = new Object() {
            int hidden = 42;

            @Override
            public String toString() {
                return "anon" + hidden++;
            }
        };
        System.out.println(anon + " " + anon);
        var typed = new Object() {
            int x = 1;
            String y = "y";

            int bump() {
                return x += y.length();
            }
        };
        typed.x = 10;
        System.out.println(typed.bump() + typed.y + typed.getClass().isAnonymousClass());
        List<Integer> init = new ArrayList<>() {
            {
                add(1);
                add(2);
                addAll(List.of(3, 4));
            }

            @Override
            public boolean add(Integer i) {
                return super.add(i * 10);
            }
        };
        System.out.println(init);
        try {
            Level1 none = null;
            none.new Level2();
        } catch (NullPointerException e) {
            System.out.println("null outer");
        }
        int[] box = {0};
        new Object() {
            void rec(int n) {
                box[0] += n;
                if (n > 0) {
                    rec(n - 1);
                }
            }
        }.rec(10);
        System.out.println(box[0]);
    }
}
