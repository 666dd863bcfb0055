import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

public class CovariantReturns {
    interface Maker { Object make(); }

    interface NumMaker extends Maker { @Override Number make(); }

    interface IntMaker extends NumMaker { @Override Integer make(); default Object viaObject() { Maker m = this; return m.make(); } }

    static abstract class AbstractMaker implements NumMaker {
        @Override public abstract Number make();
        Number twice() { return make().doubleValue() * 2; }
    }

    static class Impl extends AbstractMaker implements IntMaker {
        int n;
        @Override public Integer make() { return ++n; }
        @Override Double twice() { return super.twice().doubleValue() + 0.5; }
    }

    static class Animal implements Cloneable {
        List<? extends Animal> kids() { return List.of(); }
        Animal self() { return this; }
        CharSequence name() { return "animal"; }
        Object[] arr() { return new Object[] {"o"}; }
        Collection<String> col() { return List.of("c"); }
        @Override protected Animal clone() throws CloneNotSupportedException { return (Animal) super.clone(); }
    }

    static class Cat extends Animal {
        @Override List<Cat> kids() { return List.of(new Cat(), new Cat()); }
        @Override Cat self() { return this; }
        @Override String name() { return "cat"; }
        @Override String[] arr() { return new String[] {"s", "t"}; }
        @Override ArrayList<String> col() { return new ArrayList<>(List.of("l1", "l2")); }
        @Override public Cat clone() throws CloneNotSupportedException { return (Cat) super.clone(); }
        String purr() { return "purr"; }
    }

    static class Lion extends Cat {
        @Override Lion self() { return this; }
        @Override String name() { return super.name() + "lion"; }
    }

    static class GenBase<T> {
        T val(T t) { return t; }
        List<T> list(T t) { return List.of(t); }
    }

    static class StrGen extends GenBase<String> {
        @Override String val(String s) { return "str" + s; }
        @Override ArrayList<String> list(String s) { return new ArrayList<>(Arrays.asList(s, s)); }
    }

    static class Sub2 extends StrGen {
        @Override String val(String s) { return super.val(s) + "2"; }
    }

    interface A<T> { T get(); }
    interface B { String get(); }
    static class AB implements A<String>, B { @Override public String get() { return "ab"; } }
    interface Both extends A<String>, B { }

    public static void main(String[] args) throws Exception {
        Impl i = new Impl();
        Maker m = i;
        NumMaker nm = i;
        IntMaker im = i;
        AbstractMaker am = i;
        int prim = im.make();
        System.out.println(m.make() + " " + nm.make().intValue() + " " + prim + " " + am.make() + " " + im.viaObject() + " " + am.twice() + " " + i.twice());
        Maker lam = (IntMaker) () -> 77;
        System.out.println(lam.make() + " " + ((NumMaker) lam).make().doubleValue() + ((IntMaker) lam).viaObject());
        Animal a = new Lion();
        System.out.println(a.kids().size() + " " + a.self().getClass().getSimpleName() + a.name() + a.name().length() + a.arr().length + a.arr().getClass().getSimpleName() + a.col() + a.clone().name());
        Cat c = new Lion();
        System.out.println(c.self().purr() + c.kids().get(0).purr() + c.clone().purr() + c.col().get(1) + c.arr()[1].length());
        GenBase<String> g = new Sub2();
        System.out.println(g.val("x") + g.list("y") + new Sub2().list("z").size());
        @SuppressWarnings({"unchecked", "rawtypes"})
        GenBase<Object> raw = (GenBase) g;
        try {
            raw.val(5);
        } catch (ClassCastException e) {
            System.out.println("bridge rejects");
        }
        try {
            raw.list(new Object());
        } catch (ClassCastException e) {
            System.out.println("bridge rejects too");
        }
        AB ab = new AB();
        A<String> asA = ab;
        B asB = ab;
        Both both = () -> "lambda both";
        A<String> ba = both;
        System.out.println(ab.get() + asA.get() + asB.get() + ((A<?>) ab).get() + ba.get() + ((B) both).get());
        Supplier<? extends Number> s = i::make;
        Supplier<Object> so = i::make;
        System.out.println(s.get() + " " + so.get());
        StringBuilder names = new StringBuilder();
        Class<?>[] cs = {Impl.class, Cat.class, Lion.class, StrGen.class, AB.class};
        for (Class<?> k : cs) {
            names.append(k.getSimpleName()).append(Arrays.stream(k.getDeclaredMethods()).filter(x -> x.isBridge()).map(x -> x.getName() + ":" + x.getReturnType().getSimpleName()).sorted().toList()).append(' ');
        }
        System.out.println(names);
    }
}
