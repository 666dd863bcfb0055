import java.io.Serializable;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Objects whose methods are called after they came by a detour. Each method {@code body…} is called once. */
@SuppressWarnings({"unchecked", "rawtypes"})
public class Detours {
    // Enums that are known by their class alone when their constants are asked for.
    enum All { A; void bodyAll() { } }
    enum Mapped { A; void bodyMapped() { } }
    enum Named { A; void bodyNamed() { } }
    enum Listed { A { void bodyListed() { } }; abstract void bodyListed(); }
    enum Arrayed { A; void bodyArrayed() { } }
    enum Ranged { A, B; void bodyRanged() { } }
    enum Switched { A, B; void bodySwitched() { } }

    static void enums() {
        for (All a : EnumSet.allOf(All.class)) a.bodyAll();
        EnumMap<Mapped, Integer> map = new EnumMap<>(Mapped.class);
        map.put(Enum.valueOf(Mapped.class, "A"), 1);
        map.keySet().forEach(Mapped::bodyMapped);
        Enum.valueOf(Named.class, "A").bodyNamed();
        for (Listed l : Listed.class.getEnumConstants()) l.bodyListed();
        Class<?> component = Arrayed[].class.getComponentType();
        ((Arrayed) component.getEnumConstants()[0]).bodyArrayed();
        EnumSet.complementOf(EnumSet.noneOf(Ranged.class)).stream().findFirst().get().bodyRanged();
        for (Switched s : Switched.values()) switch (s) { case A: s.bodySwitched(); break; default: break; }
    }

    // Exceptions that the machine wraps.
    static class Mine extends RuntimeException { void bodyMine() { } }
    static class Broken { static int x = broken(); static int broken() { throw new Mine(); } }
    static class Closed implements AutoCloseable { public void close() { throw new Mine(); } }

    static void exceptions() {
        try { Broken.x++; } catch (ExceptionInInitializerError e) { ((Mine) e.getCause()).bodyMine(); }
        try (Closed c = new Closed()) { throw new IllegalStateException(); } catch (RuntimeException e) {
            bodySuppressed(((Mine) e.getSuppressed()[0]));
        }
        try { throw new Exception(new Mine2()); } catch (Exception e) { ((Mine2) e.getCause()).bodyCause(); }
        Thread t = new Thread(() -> { throw new Mine3(); });
        t.setUncaughtExceptionHandler((thread, e) -> ((Mine3) e).bodyUncaught());
        t.start();
        try { t.join(); } catch (InterruptedException e) { throw new AssertionError(e); }
    }

    static class Mine2 extends Exception { void bodyCause() { } }
    static class Mine3 extends RuntimeException { void bodyUncaught() { } }
    static void bodySuppressed(Mine m) { }

    // Methods of Object that somebody else calls.
    static class Texted { final int n; Texted(int n) { this.n = n; } public String toString() { return bodyText(n); } }
    static String bodyText(int n) { return "t" + n; }
    static class Hashed {
        public int hashCode() { return bodyHash(); }
        public boolean equals(Object o) { return bodyEquals(o); }
    }
    static int bodyHash() { return 1; }
    static boolean bodyEquals(Object o) { return true; }
    record Pair(Object left, Object right) { }
    static class Valued { public String toString() { return bodyValued(); } }
    static String bodyValued() { return "v"; }

    static void objects() {
        String s = "a" + new Texted(1) + 2L + 'c';
        Hashed key = new Hashed();
        new Pair(key, s).equals(new Pair(new Hashed(), s));
        new Pair(key, s).hashCode();
        new Pair(new Valued(), s).toString();
        String.format("%s", new Texted(2));
        Objects.toString(new Texted(3));
    }

    // Arrays that are known as something else.
    static class Element { void bodyElement() { } void bodyCopied() { } void bodyNested() { } void bodyTo() { } }

    static void arrays() {
        Object cloned = new Element[] { new Element() }.clone();
        Cloneable cloneable = (Cloneable) cloned;
        Serializable serializable = (Serializable) (Object) cloneable;
        ((Element[]) serializable)[0].bodyElement();
        Object[] wide = Arrays.copyOf(new Element[] { new Element() }, 2, Object[].class);
        ((Element) wide[0]).bodyCopied();
        Object[][] nested = new Element[][] { { new Element() } };
        ((Element[]) nested[0])[0].bodyNested();
        List.of(new Element()).toArray(new Element[0])[0].bodyTo();
    }

    // Interfaces that a class of a lambda has without anybody naming them there.
    interface Step { void step(); default Step then(Step next) { return () -> { step(); next.step(); }; } }
    interface Loud extends Step { default Step then(Step next) { bodyThen(); return Step.super.then(next); } }
    interface Quiet { private void inner() { bodyInner(); } default void quiet() { inner(); } }
    interface Texts extends Supplier<String> { String toString(); }
    static void bodyThen() { }
    static void bodyInner() { }
    static void bodyStep() { }
    static String bodyTexts() { return "x"; }

    static void interfaces() {
        Step step = (Loud & Serializable & Quiet) () -> bodyStep();
        step.then(() -> { }).step();
        ((Quiet) step).quiet();
        Texts texts = () -> bodyTexts();
        texts.get();
        texts.toString().length();
        Stream.iterate(step, s -> s).limit(2).map(s -> (Object) s).forEach(o -> ((Serializable) o).hashCode());
    }

    // Generic code that casts to what it was told.
    static class Cast { void bodyCast() { } void bodyTwice() { } }

    static void casts() {
        Object o = new Cast();
        Cast.class.cast(o).bodyCast();
        Function<Object, Cast> cast = Cast.class::cast;
        Stream.of(o).filter(Cast.class::isInstance).map(cast).forEach(Cast::bodyTwice);
    }

    public static void main(String[] args) {
        enums();
        exceptions();
        objects();
        arrays();
        interfaces();
        casts();
    }
}
