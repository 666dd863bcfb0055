import java.util.ArrayList;
import java.util.List;

public class LocalTypesAndShadowing {
    static int x = 1;
    int y = 2;
    static String String(String s) {
        return "method named " + s;
    }

    static class x {
        static int x = 50;
        int y = 60;
    }

    static int shadow(int x) {
        int r = x + LocalTypesAndShadowing.x;
        {
            int y = 5;
            r += y;
        }
        for (int y = 0; y < 2; y++) {
            r += y;
        }
        int y = 100;
        return r + y;
    }

    static class Base {
        String name = "base";
        static String kind() { return "Base.kind"; }
        String show() { return name; }
    }

    static class Derived extends Base {
        String name = "derived";
        static String kind() { return "Derived.kind"; }
        String both(String name) { return name + this.name + super.name + ((Base) this).name + show(); }
    }

    interface Has { int K = 9; }

    static class Uses implements Has {
        int k() { return K; }
    }

    class Inner {
        int y = 3;
        int sum(int y) { return y * 100 + this.y * 10 + LocalTypesAndShadowing.this.y; }
    }

    static <T> String typeParamShadows(T x) {
        class T2<T> {
            T v;
            T2(T v) { this.v = v; }
            String s() { return v + "|" + x; }
        }
        return new T2<>(5).s();
    }

    public static void main(String[] args) {
        System.out.println(shadow(7) + " " + x + " " + new x().y + " " + LocalTypesAndShadowing.x.class.getSimpleName() + String("x"));
        Derived d = new Derived();
        Base b = d;
        System.out.println(d.both("arg") + " " + b.name + " " + ((Base) d).name + d.name + Base.kind() + Derived.kind());
        System.out.println(new Uses().k() + Uses.K + Has.K);
        System.out.println(new LocalTypesAndShadowing().new Inner().sum(4) + typeParamShadows('q'));
        record Pt(int a, int b) {
            static int made = 0;
            Pt { made++; }
            int sum() { return a + b; }
        }
        enum Dir {
            N(0, 1), S(0, -1);
            final Pt p;
            Dir(int a, int b) { p = new Pt(a, b); }
            Dir flip() { return this == N ? S : N; }
        }
        interface Op { int run(int v); default Op twice() { return v -> run(run(v)); } }
        Op inc = v -> v + 3;
        System.out.println(Dir.N.flip().p.sum() + " " + Pt.made + inc.twice().twice().run(0) + Dir.valueOf("S") + new Pt(1, 2));
        List<Object> out = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int k = i;
            class Loc {
                int id() { return k; }
            }
            out.add(new Loc().id());
            out.add(new Loc().getClass().getSimpleName());
        }
        System.out.println(out);
        var same = new Object() {
            int x = 5;
            class Deep { int z = x * 2; }
            int go() { return new Deep().z + LocalTypesAndShadowing.x; }
        };
        System.out.println(same.go());
        label:
        for (int label = 0; ; label++) {
            if (label > 3) {
                break label;
            }
            x += label;
        }
        System.out.println(x);
        int $ = 1, _a = 2, \u00e9 = 3;
        System.out.println($ + _a + \u00e9);
        final int late;
        if (args.length > 0) {
            late = 1;
        } else {
            late = 2;
        }
        Runnable r = () -> System.out.println("late " + late);
        r.run();
    }
}
