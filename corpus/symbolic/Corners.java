import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Methods that were easy to get wrong by leaving something out, each with its answer above it. */
public class Corners {
    // ---- class initialisation ----

    static int log;

    static class Top {
        static { log = log * 3 + 1; }
        static int seen = Bottom.own;
    }

    static int note(int n) { log = log * 3 + n; return n; }

    interface Quiet {
        int QUIET = note(1);
    }

    interface Loud {
        int NUMBER = note(2);
        default int loud() { return NUMBER; }
    }

    static class Middle extends Top implements Quiet, Loud {}

    static class Bottom extends Middle {
        static int own = five();
        static int five() { return 5; }
        static void touch() {}
    }

    // The uppermost class looks at the lowest, which is claimed already and has no value yet; of the interfaces only
    // the one with a default method is initialised.
    // @proved
    static void initialisationGoesUpwardsFirst() {
        Bottom.touch();
        assert Top.seen == 0 && Bottom.own == 5;
        assert log == 1 * 3 + 2;
    }

    static class Writer {
        static final int[] CELL = new int[1];
    }

    static class Writes {
        static { Writer.CELL[0] = 3; }
        static int nothing() { return 0; }
    }

    // @violated AssertionError
    static void initialiserThatOnlyWritesToAnArray() {
        Writes.nothing();
        assert Writer.CELL[0] == 0;
    }

    static class Referred {
        static { log = 7; }
        static int give() { return 1; }
    }

    // @violated AssertionError
    static void methodReferenceInitialises() {
        IntSupplier supplier = Referred::give;
        assert log == 0;
        supplier.getAsInt();
        assert log == 0;
    }

    static final Object LOCK = new Object();

    static class Locked {
        static { synchronized (LOCK) { log++; } }
        static void touch() {}
    }

    // @violated deadlock
    static void initialiserWaitsForALock() throws Exception {
        Thread u = new Thread(() -> Locked.touch());
        synchronized (LOCK) {
            u.start();
            u.join();
        }
    }

    // ---- lambdas ----

    interface Shape {
        int area(int n);
        boolean equals(Object other);
        String toString();
    }

    // @proved
    static void redeclaredMethodsOfObject() {
        Shape shape = n -> n;
        Object other = new Object();
        assert shape.equals(shape) && !shape.equals(other);
    }

    // @violated IllegalStateException
    static void referenceToALambdaOfALambda(int n) {
        IntSupplier inner = () -> { if (n == 5) throw new IllegalStateException(); return n; };
        IntSupplier middle = inner::getAsInt;
        IntSupplier outer = middle::getAsInt;
        assert outer.getAsInt() == n;
    }

    static int length(String s) { return 2; }

    interface Measure { int of(String s); }

    // @violated NullPointerException
    static void unboundReceiverIsNull(boolean there) {
        Measure measure = String::length;
        Measure other = Corners::length;
        other.of(null);
        measure.of(there ? "ab" : null);
    }

    // @proved
    static void markers() {
        Object o = (Supplier<String> & Cloneable & java.io.Serializable) () -> "x";
        assert o instanceof Cloneable && o instanceof java.io.Serializable && !(o instanceof Runnable);
    }

    static Runnable nothing() { return () -> {}; }

    // Java does not say whether it is the same object each time.
    // @unknown
    static void identityOfALambda() {
        assert nothing() == nothing();
    }

    // ---- exceptions ----

    static class Failure extends Exception {
        Failure(String message, Throwable cause) { super(message, cause); }
    }

    // @proved
    static void causesAndMessages(boolean with) {
        Throwable inner = with ? new IllegalStateException("inner") : null;
        Failure failure = new Failure("outer", inner);
        assert failure.getCause() == inner;
        assert failure.getMessage().equals("outer");
        assert failure.getLocalizedMessage().length() == 5;
        if (with) assert failure.getCause().getMessage() == "inner" && inner.getCause() == null;
        assert new RuntimeException().getMessage() == null;
    }

    // @violated IllegalArgumentException
    static void suppressesItself() {
        RuntimeException e = new RuntimeException();
        e.addSuppressed(e);
    }

    // @proved
    static void suppressedAreKept() {
        Exception e = new Exception(), f = new Exception();
        assert e.getSuppressed().length == 0;
        e.addSuppressed(f);
        e.getSuppressed()[0] = null;
        assert e.getSuppressed().length == 1 && e.getSuppressed()[0] == f;
    }

    static class Closes implements AutoCloseable {
        public void close() { throw new IllegalStateException(); }
    }

    // @violated AssertionError
    static void suppressedByAResource(boolean b) {
        try (Closes one = new Closes(); Closes other = new Closes()) {
            if (b) throw new RuntimeException();
        } catch (RuntimeException e) {
            assert e.getSuppressed().length == 2;
        }
    }

    static Throwable divide(int by) {
        try {
            return 1 / by == 5 ? null : null;
        } catch (ArithmeticException e) {
            return e;
        }
    }

    // @unknown
    static void twoExceptionsOfOneLine() {
        Throwable one = divide(0);
        Throwable other = divide(0);
        assert one == other;
    }

    // @violated CloneNotSupportedException
    static void notCloneable() throws Exception {
        new Object() {
            Object copy() throws CloneNotSupportedException { return clone(); }
        }.copy();
    }

    static int down(int n) { return n == 0 ? 0 : down(n - 1) + 1; }
    static int round(int n) { return round(-n); }

    // @bounded
    static void recursionWithoutEnd(int n) {
        round(n);
    }

    // @proved 6
    static void recursionWithAnEnd(int n) {
        if (n >= 0) assert down(n) == n;
    }

    // ---- boxes that are given, names of lambdas ----

    // The JDK keeps a box for 5, which may be the one that is given.
    // @unknown
    static void boxThatIsGiven(Integer p) {
        Integer q = 5;
        if (p != null && p == q) throw new IllegalStateException();
    }

    // @unknown
    static void nameOfALambda() {
        assert !nothing().getClass().getName().contains("Lambda");
    }

    // ---- initialisers that throw ----

    static class Fails {
        static int n = one();
        static int one() { if (true) throw new IllegalStateException("no"); return 1; }
        static void touch() {}
    }

    static class BelowFails extends Fails { static int k = 1; static int five() { return 5; } }

    // @proved
    static void initialiserThrows() {
        log = 0;
        try {
            BelowFails.five();
            assert false;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof IllegalStateException && e.getException() == e.getCause();
        }
        try {
            Fails.touch();
            assert false;
        } catch (NoClassDefFoundError e) {
            return;
        }
    }

    // @violated ExceptionInInitializerError
    static void initialiserThrowsUncaught() { new BelowFails(); }

    // @violated NoClassDefFoundError
    static void classThatFailedBefore() throws Exception {
        Thread t = new Thread(() -> { try { Fails.touch(); } catch (ExceptionInInitializerError e) { log = 1; } });
        t.start();
        t.join();
        BelowFails.five();
    }

    // ---- floating-point numbers ----

    static double half = 0.5;

    // @proved
    static void fewNumbersAreExact(boolean b) {
        double x = b ? half : 0.1 + 0.2;
        assert x == 0.5 || x > 0.3;
        float[] f = {1.5f, -0.0f};
        assert f[1] == 0 && 1 / f[1] < 0 && (int) (f[0] * 2) == 3;
        double none = f[1] / 0.0;
        assert none != none;
    }

    // @unknown
    static void anyNumber(double x) { assert x == x; }

    // @proved
    static void tableWithALoadFactor(int n) {
        if (n < 0 || n > 3) return;
        java.util.Map<Integer, Integer> m = new java.util.HashMap<>(2, 0.5f);
        m.put(n, 1);
        m.put(7, 2);
        assert m.get(n) == 1 && m.get(7) == 2 && m.size() == 2;
    }

    // ---- daemons ----

    // A daemon that waits is no deadlock once the others have ended.
    // @proved
    static void daemonThatWaits() {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                try { lock.wait(); } catch (InterruptedException e) { log = 1; }
            }
        });
        t.setDaemon(true);
        assert t.isDaemon();
        t.start();
    }

    // @violated IllegalThreadStateException
    static void daemonTooLate() {
        Thread t = new Thread(() -> {});
        t.start();
        t.setDaemon(true);
    }

    // ---- numbers that do not fit ----

    // @bounded
    static void fusedAddition(int n) {
        if (n == 100) assert n + 100 <= 127;
    }

    // @bounded 20
    static void wideProduct(int a, int b) {
        if (a == 4096 && b == 4096) assert a * b == 0;
    }

    // @proved 20
    static void wideProductThatFits(byte a, byte b) {
        assert a != 100 || b != 100 || a * b == 10000;
    }

    // @bounded
    static void maskedByte(int n) {
        assert (n & 255) <= 127;
    }

    // @proved
    static void maskThatFits(int n) {
        if (n >= 0) assert (n & 255) == n;
    }

    // @bounded
    static void characterBeyondSevenBits() {
        assert "naïve".charAt(2) <= 'z';
    }

    // @bounded
    static void leastNumberTurned(int n) {
        if (n < 0) assert n / -1 != 0;
    }

    static final int LARGE = 1000;

    // No number of 8 bits is that large, but others are.
    // @bounded
    static void largeConstant(int n) {
        assert n < LARGE;
    }

    // ---- texts ----

    static int count = 1;

    // @violated AssertionError
    static void concatenationsDiffer() {
        assert ("a" + count).equals("b" + count);
    }

    static final String NAME = "name";

    // @proved
    static void constantsAreLiterals() {
        assert NAME == "name" && NAME.length() == 4 && NAME.toString() == NAME && "ab".equals("a" + "b");
    }

    // ---- arrays ----

    // @violated IllegalStateException 12
    static void twoKindsOfArrays(boolean first) {
        Object o = first ? (Object) new byte[2] : (Object) new int[2];
        if (o instanceof int[] ints) {
            ints[1] = 1000;
            if (ints[1] == 1000) throw new IllegalStateException();
        }
    }

    // @violated ArrayStoreException
    static void storeOfTheWrongKind(boolean first) {
        Object[] array = first ? new Object[1] : new String[1];
        array[0] = new Object();
    }

    // ---- arguments ----

    // @violated IllegalStateException
    static void theSameArray(int[] a, int[] b) {
        if (a == null || b == null || a.length == 0 || b.length == 0) return;
        a[0] = 1;
        b[0] = 2;
        if (a[0] == 2) throw new IllegalStateException();
    }

    static class Account {
        int money;
        static int made = 3;
    }

    // @violated IllegalStateException
    static void transferToItself(Account from, Account to) {
        if (from == null || to == null || from.money != 1) return;
        int rest = from.money - 1;
        to.money = to.money + 1;
        from.money = rest;
        if (from == to && to.money == 0) throw new IllegalStateException();
    }

    enum Colour { RED, GREEN }

    // @violated IllegalStateException
    static void constantsOfAnEnum(Colour colour) {
        if (colour == Colour.GREEN) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    static void elementsThatAreObjects(String[] names) {
        if (names != null && names.length > 0 && names[0] != null) throw new IllegalStateException();
    }

    // @bounded
    static void somethingRunnable(Runnable r) {
        if (r != null) throw new IllegalStateException();
    }

    // ---- threads ----

    // @violated IllegalArgumentException
    static void negativeSleep(boolean wrong) throws Exception {
        if (wrong) Thread.sleep(-1);
        Thread.sleep(1000);
    }

    // @violated IllegalArgumentException
    static void nanosecondsOutOfRange() throws Exception {
        synchronized (LOCK) { LOCK.wait(1, 1_000_000); }
    }

    // @proved
    static void limitsThatFitNoByte() throws Exception {
        Thread.sleep(1000);
        synchronized (LOCK) { LOCK.wait(5000, 300); }
    }

    // @violated deadlock
    static void noLimit(long millis) throws Exception {
        if (millis < 0) return;
        synchronized (LOCK) { LOCK.wait(millis); }
    }

    // @violated NullPointerException
    static void threadWithoutAName() {
        new Thread(() -> {}, null);
    }

    static boolean done;

    // @violated IllegalStateException
    static void aliveAfterItsLastWrite() throws Exception {
        Thread t = new Thread(() -> done = true);
        t.start();
        if (done && t.isAlive()) throw new IllegalStateException();
    }

    // @proved
    static void joinedThreadsAreNotAlive() throws Exception {
        Thread t = new Thread(() -> done = true);
        t.start();
        t.join(0);
        assert done && !t.isAlive();
    }

    // @proved
    static void theEndOfAThreadNotifies() throws Exception {
        Thread t = new Thread(() -> done = true);
        synchronized (t) {
            t.start();
            while (!done) t.wait();
        }
    }

    // ---- arrays of several dimensions ----

    // The size is in the register that takes the array.
    // @violated AssertionError
    static void noRows() { assert new int[0][2].length != 0; }

    // @violated AssertionError
    static void someRows(int n) { assert new int[n & 1][2][3].length != 0; }

    // ---- methods of the program that the JDK calls ----

    static int asked;

    static class Asked {
        public String toString() { asked++; return "x"; }
    }

    // @unknown
    static void printedInAList() {
        System.out.println(java.util.Arrays.asList(new Asked()));
        assert asked == 0;
    }

    record OfAsked(Asked part) {}

    // @violated AssertionError
    static void partsOfARecordAreAsked() {
        new OfAsked(new Asked()).toString();
        assert asked == 0;
    }

    static class Shouting extends RuntimeException {
        Shouting(Throwable cause) { super("loud", cause); }

        public String getMessage() { asked++; return "x"; }
    }

    // @unknown
    static void printedWithItsCause() {
        new RuntimeException("m", new Shouting(null)).printStackTrace();
        assert asked == 0;
    }

    static class Filled extends RuntimeException {
        public synchronized Throwable fillInStackTrace() { asked++; return this; }
    }

    // @unknown
    static void filledWhenItIsMade() {
        new Filled();
        assert asked == 0;
    }

    static class Stackless extends RuntimeException {
        Stackless(String message) { super(message); }

        public synchronized Throwable fillInStackTrace() { return this; }
    }

    // @proved
    static void withoutAStackTrace() {
        assert new Stackless("ab").getMessage().length() == 2;
    }

    static class Refusing {
        public boolean equals(Object other) { throw new IllegalArgumentException(); }
    }

    record OfRefusing(Refusing part) {}

    // @violated IllegalArgumentException
    static void nullIsComparedByItsNeighbour() {
        assert !new OfRefusing(new Refusing()).equals(new OfRefusing(null));
    }

    // ---- causes that are given later ----

    // @proved
    static void aCauseIsGivenOnce(boolean early) {
        Error cause = new Error();
        Exception e = early ? new Exception(cause) : new Exception();
        try {
            e.initCause(cause);
            assert !early;
        } catch (IllegalStateException refused) {
            assert early;
        }
        assert e.getCause() == cause;
    }

    // @proved
    static void noCauseForGood(boolean early) {
        Exception e = early ? new Exception("m", null) : new Exception("m");
        if (!early) e.initCause(null);
        try {
            e.initCause(new Error());
            assert false;
        } catch (IllegalStateException refused) {
            assert e.getCause() == null;
        }
    }

    // @violated IllegalArgumentException
    static void itsOwnCause() {
        Exception e = new Exception();
        e.initCause(e);
    }

    // ---- lambdas that are called by a more general interface ----

    interface Taker<T> {
        int take(T t);
    }

    interface TextTaker extends Taker<String> {
        int take(String text);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    // @violated ClassCastException
    static void argumentsAreCast(boolean right) {
        TextTaker takes = text -> 1;
        Taker general = takes;
        general.take(right ? "a" : (Object) 5);
    }

    // ---- subclasses that nobody has loaded ----

    static class Plain {
        int n;

        int next() { return n; }
    }

    static class Further extends Plain {
        int next() { return n + 1; }
    }

    // @violated AssertionError
    static void ofASubclass(Plain plain) {
        assert plain == null || plain.next() == plain.n;
    }

    // ---- handles and updaters: what converts or casts its arguments is left out, not taken as done ----

    static class Cell {
        volatile int value;
        byte small;
        int plain;
        static final java.util.concurrent.atomic.AtomicIntegerFieldUpdater<Cell> VALUE =
            java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(Cell.class, "value");
        static final java.lang.invoke.VarHandle SMALL, TEXTS =
            java.lang.invoke.MethodHandles.arrayElementVarHandle(String[].class);
        static {
            try {
                SMALL = java.lang.invoke.MethodHandles.lookup().findVarHandle(Cell.class, "small", byte.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    // @unknown
    static void updaterOfAnotherClass(boolean b) {
        ((java.util.concurrent.atomic.AtomicIntegerFieldUpdater) Cell.VALUE).get(b ? new Cell() : new Object());
    }

    // @unknown
    static void updaterOfAFieldThatIsNotVolatile(boolean b) {
        if (b) java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(Cell.class, "plain");
    }

    // @unknown
    static void handleThatWouldHaveToNarrow() {
        Cell.SMALL.set(new Cell(), 5);
    }

    // @unknown
    static void handleOfTextsGivenANumber(boolean b) {
        Object given = b ? "x" : (Object) 1;
        Cell.TEXTS.set((Object) new String[1], 0, given);
    }
}
