import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Arguments are what a program can make: by constructors that check, from constants, element by element. */
public class Arguments {
    static class Checked {
        private final int x;

        Checked(int x) {
            if (x < 0) throw new IllegalArgumentException();
            this.x = x;
        }

        int x() { return x; }
    }

    // @bounded
    static void aConstructorChecks(Checked c) {
        if (c != null && c.x() < 0) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    static void whatPassesTheCheck(Checked c) {
        if (c != null && c.x() == 7) throw new IllegalStateException();
    }

    // @violated NullPointerException
    static void orNull(Checked c) {
        c.x();
    }

    // @bounded
    static void betweenThreads(Checked c) throws Exception {
        if (c == null) return;
        int[] seen = {0};
        Thread t = new Thread(() -> seen[0] = c.x());
        t.start();
        t.join();
        if (seen[0] < 0) throw new IllegalStateException();
    }

    record Range(int low, int high) {
        Range {
            if (low > high) throw new IllegalArgumentException();
        }
    }

    // @bounded
    static void aRecordChecks(Range r) {
        if (r != null && r.low() > r.high()) throw new IllegalStateException();
    }

    static class ByFactory {
        private final int v;

        private ByFactory(int v) { this.v = v; }

        static ByFactory of(int v) {
            if (v < 0 || v > 10) throw new IllegalArgumentException();
            return new ByFactory(v);
        }
    }

    // @bounded
    static void aFactoryChecks(ByFactory f) {
        if (f != null && f.v > 10) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    static void fromAFactory(ByFactory f) {
        if (f != null && f.v == 4) throw new IllegalStateException();
    }

    static class Single {
        static final Single INSTANCE = new Single();
        private int n = 3;

        private Single() { }
    }

    // @bounded
    static void theOnlyInstance(Single s) {
        if (s != null && s.n != 3) throw new IllegalStateException();
    }

    static class Settable {
        private int v;

        void set(int v) {
            if (v < 0) throw new IllegalArgumentException();
            this.v = v;
        }
    }

    // @violated IllegalStateException
    static void afterASetter(Settable s) {
        if (s != null && s.v == 5) throw new IllegalStateException();
    }

    // @bounded
    static void aSetterChecks(Settable s) {
        if (s != null && s.v < 0) throw new IllegalStateException();
    }

    static class Plain {
        int a, b;
    }

    // @violated IllegalStateException
    static void fieldsThatAnybodyWrites(Plain p) {
        if (p != null && p.a == 3 && p.b == -1) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    static void twoThatAreOne(Plain p, Plain q) {
        if (p == null || q == null) return;
        p.a = 1;
        q.a = 2;
        if (p.a == 2) throw new IllegalStateException();
    }

    enum Colour {
        RED,
        GREEN { int code() { return 2; } };

        int code() { return 1; }
    }

    // @violated IllegalStateException
    static void everyConstant(Colour c) {
        if (c != null && c.code() == 2) throw new IllegalStateException();
    }

    // @proved
    static void noOtherConstant(Colour c) {
        if (c != null && c != Colour.RED && c != Colour.GREEN) throw new IllegalStateException();
    }

    sealed interface Shape permits Square, Circle {}
    record Square(int side) implements Shape {}
    record Circle(int radius) implements Shape {}

    // @violated IllegalStateException
    static void implementations(Shape s) {
        if (s instanceof Circle c && c.radius() == 9) throw new IllegalStateException();
    }

    static class Node {
        final int v;
        final Node next;

        Node(int v, Node next) {
            this.v = v;
            this.next = next;
        }
    }

    // @violated IllegalStateException
    static void objectsInObjects(Node n) {
        if (n != null && n.next != null && n.v > n.next.v) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    static void rows(int[][] grid) {
        if (grid == null || grid.length < 2 || grid[0] == null || grid[1] == null) return;
        if (grid[0].length == 0 || grid[1].length == 0) return;
        grid[0][0] = 1;
        grid[1][0] = 2;
        if (grid[0][0] == 2) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    static void elements(Checked[] all) {
        if (all == null) return;
        for (Checked c : all) if (c != null && c.x() == 30) throw new IllegalStateException();
    }

    // @bounded
    static void elementsAreMadeToo(Checked[] all) {
        if (all == null) return;
        for (Checked c : all) if (c != null && c.x() < 0) throw new IllegalStateException();
    }

    class Inner {
        int outer() { return base; }
    }

    // No constant, or compilers leave the outer object out.
    final int base = Math.abs(2);

    // @bounded
    static void anInnerObjectHasItsOuter(Inner i) {
        if (i != null && i.outer() != 2) throw new IllegalStateException();
    }

    private int count;

    // A receiver whose count is 4: no constructor makes it.
    // @bounded
    void receiver() {
        if (++count == 5) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    void receiverThatIsNew() {
        if (++count == 1) throw new IllegalStateException();
    }

    // @bounded
    static void ofTheJdk(ArrayList<String> list) {
        if (list == null) return;
        list.add("a");
        if (list.size() != 1) throw new IllegalStateException();
    }

    // @violated IllegalStateException
    static void anAtomic(AtomicInteger n) {
        if (n != null && n.get() == 6) throw new IllegalStateException();
    }

    static class Unmakeable {
        private int v;

        private Unmakeable() { }
    }

    // Nobody can make one, but nothing says so.
    // @bounded
    static void thatNobodyMakes(Unmakeable u) {
        if (u != null && u.v == 1) throw new IllegalStateException();
    }
}
