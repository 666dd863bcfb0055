public class UncaughtFromLambda {
    interface Step {
        int run(int x);

        default Step then(Step o) {
            return x -> o.run(run(x));
        }
    }

    static int check(int x) {
        if (x > 20) {
            throw new IllegalStateException("too big: " + x);
        }
        return x;
    }

    static class Base {
        final int limit;

        Base(Step s, int v) {
            limit = s.run(v);
        }
    }

    static class Derived extends Base {
        Derived(int v) {
            super(x -> check(x * 3), v);
        }
    }

    public static void main(String[] args) {
        Step inc = x -> x + 1;
        Step guarded = UncaughtFromLambda::check;
        Step chain = inc.then(guarded).then(x -> {
            int y = x * 2;
            return y;
        });
        System.out.println(chain.run(3) + " " + chain.run(chain.run(3)));
        System.out.println(new Derived(6).limit);
        Runnable last = new Runnable() {
            @Override
            public void run() {
                System.out.println("about to fail");
                new Derived(7);
            }
        };
        last.run();
    }
}
