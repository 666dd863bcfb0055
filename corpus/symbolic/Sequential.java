/** Methods with a known answer each: what holds for all inputs, and what does not. */
public class Sequential {
    // @proved 32
    static void maximum(int a, int b) {
        int m = a > b ? a : b;
        assert m >= a && m >= b && (m == a || m == b);
    }

    // @violated AssertionError 32
    static void absolute(int a) {
        int x = a < 0 ? -a : a;
        assert x >= 0; // the least number has no opposite
    }

    // @violated AssertionError 32
    static void average(int a, int b) {
        if (a < 0 || b < 0) return;
        int m = (a + b) / 2;
        assert m >= 0; // the sum overflows
    }

    // @proved 32
    static void averageSafe(int a, int b) {
        if (a < 0 || b < 0) return;
        int m = (a & b) + ((a ^ b) >> 1);
        assert m >= 0 && (a <= b ? a <= m && m <= b : b <= m && m <= a);
    }

    // @violated ArithmeticException
    static int divide(int a, int b) {
        return a / b;
    }

    // -32 / -1 does not fit.
    // @bounded 6
    static void quotient(int a, int b) {
        if (b == 0) return;
        assert a / b * b + a % b == a;
    }

    // @proved 32
    static void swap(int a, int b) {
        int x = a, y = b;
        x ^= y;
        y ^= x;
        x ^= y;
        assert x == b && y == a;
    }

    // @proved 32
    static void parity(int a) {
        boolean odd = (a & 1) != 0;
        assert odd == (a % 2 != 0);
    }

    // @violated AssertionError 32
    static void parityWrong(int a) {
        boolean odd = (a & 1) != 0;
        assert odd == (a % 2 == 1); // remainders of negative numbers are negative
    }

    // @proved 32
    static void lowestBit(int a) {
        int low = a & -a;
        assert (a == 0) == (low == 0);
        assert (low & (low - 1)) == 0;
    }

    // @proved 5
    static void sorted(int[] a) {
        if (a == null) return;
        for (int i = 1; i < a.length; i++) {
            int x = a[i];
            int j = i - 1;
            while (j >= 0 && a[j] > x) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = x;
        }
        for (int i = 1; i < a.length; i++) assert a[i - 1] <= a[i];
    }

    // @violated AssertionError 5
    static void sortedWrong(int[] a) {
        if (a == null) return;
        for (int i = 0; i + 1 < a.length; i++) {
            if (a[i] > a[i + 1]) {
                int x = a[i];
                a[i] = a[i + 1];
                a[i + 1] = x;
            }
        }
        for (int i = 1; i < a.length; i++) assert a[i - 1] <= a[i]; // one pass is not enough
    }

    // @proved 5
    static void bubbled(int[] a) {
        if (a == null) return;
        for (int n = a.length; n > 1; n--) {
            for (int i = 0; i + 1 < n; i++) {
                if (a[i] > a[i + 1]) {
                    int x = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = x;
                }
            }
        }
        for (int i = 1; i < a.length; i++) assert a[i - 1] <= a[i];
    }

    // @violated NullPointerException
    static int first(int[] a) {
        return a[0];
    }

    // @violated ArrayIndexOutOfBoundsException
    static int last(int[] a) {
        if (a == null) return 0;
        return a[a.length - 1];
    }

    // @violated ArrayIndexOutOfBoundsException 5
    static int sumTooFar(int[] a) {
        if (a == null || a.length == 0) return 0;
        int s = 0;
        for (int i = 0; i <= a.length; i++) s += a[i];
        return s;
    }

    // @proved 5
    static void found(int[] a, int x) {
        if (a == null) return;
        int at = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) {
                at = i;
                break;
            }
        }
        if (at >= 0) assert a[at] == x;
        for (int i = 0; i < a.length; i++) if (at < 0) assert a[i] != x;
    }

    // @proved 5
    static void binarySearch(int[] a, int x) {
        if (a == null) return;
        for (int i = 1; i < a.length; i++) if (a[i - 1] > a[i]) return;
        int low = 0, high = a.length - 1;
        boolean found = false;
        while (low <= high && !found) {
            int mid = (low + high) >>> 1;
            if (a[mid] < x) low = mid + 1;
            else if (a[mid] > x) high = mid - 1;
            else found = true;
        }
        boolean there = false;
        for (int y : a) there |= y == x;
        assert found == there;
    }

    // @violated AssertionError 5
    static void binarySearchUnsorted(int[] a, int x) {
        if (a == null) return;
        int low = 0, high = a.length - 1;
        boolean found = false;
        while (low <= high && !found) {
            int mid = (low + high) >>> 1;
            if (a[mid] < x) low = mid + 1;
            else if (a[mid] > x) high = mid - 1;
            else found = true;
        }
        boolean there = false;
        for (int y : a) there |= y == x;
        assert found == there;
    }

    // @proved 5
    static void reversedTwice(int[] a) {
        if (a == null || a.length == 0) return;
        int x = a[0];
        reverse(a);
        assert a[a.length - 1] == x;
        reverse(a);
        assert a[0] == x;
    }

    private static void reverse(int[] a) {
        for (int i = 0, j = a.length - 1; i < j; i++, j--) {
            int x = a[i];
            a[i] = a[j];
            a[j] = x;
        }
    }

    // @proved
    static void recursive(int n) {
        if (n < 0 || n > 9) return;
        assert sum(n) == n * (n + 1) / 2;
    }

    private static int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    // @proved
    static void evenOdd(int n) {
        if (n < 0 || n > 12) return;
        assert even(n) == (n % 2 == 0);
    }

    private static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    private static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    // @proved 6
    static void greatestCommonDivisor(int a, int b) {
        if (a <= 0 || b <= 0 || a > 12 || b > 12) return;
        int x = a, y = b;
        while (y != 0) {
            int r = x % y;
            x = y;
            y = r;
        }
        assert a % x == 0 && b % x == 0;
    }

    // @violated AssertionError
    static void notPrime(int n) {
        if (n < 2 || n > 40) return;
        boolean prime = true;
        for (int d = 2; d * d <= n; d++) prime &= n % d != 0;
        assert prime == (n == 2 || n == 3 || n == 5 || n == 7 || n % 2 != 0 && n % 3 != 0 && n % 5 != 0 && n != 37);
    }

    // @bounded 6
    static void caught(int a, int b) {
        int r;
        try {
            r = a / b;
        } catch (ArithmeticException e) {
            r = 0;
        }
        assert b != 0 || r == 0;
    }

    // @violated IllegalStateException
    static void thrown(int a) {
        try {
            if (a == 17) throw new IllegalStateException("seventeen");
        } finally {
            a++;
        }
    }

    // @proved
    static void finallyRuns(boolean b) {
        int[] count = new int[1];
        try {
            if (b) throw new RuntimeException();
            count[0] += 2;
        } catch (RuntimeException e) {
            count[0] += 1;
        } finally {
            count[0] += 4;
        }
        assert count[0] == (b ? 5 : 6);
    }

    // @proved
    static void parsed(char a, char b) {
        if (a < '0' || a > '9' || b < '0' || b > '9') return;
        int value = (a - '0') * 10 + (b - '0');
        assert value >= 0 && value <= 99 && value % 10 == b - '0';
    }

    // @violated AssertionError
    static void brackets(boolean[] open) {
        if (open == null) return;
        int depth = 0;
        for (boolean o : open) depth += o ? 1 : -1;
        assert depth != 0 || open.length == 0 || open[0]; // balanced, but closes first
    }

    // @proved 32
    static void switched(int a) {
        int r;
        switch (a) {
            case 1: r = 10; break;
            case 5: r = 50; break;
            case -3: r = -30; break;
            default: r = 0;
        }
        assert r == 0 || r == 10 * a;
    }

    interface Shape {
        int area();
    }

    static final class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }
    }

    static final class Strip implements Shape {
        final int length;

        Strip(int length) {
            this.length = length;
        }

        public int area() {
            return length;
        }
    }

    // @proved
    static void dispatched(boolean square, int n) {
        if (n < 0 || n > 9) return;
        Shape shape = square ? new Square(n) : new Strip(n);
        assert shape.area() == (shape instanceof Square ? n * n : n);
    }

    // @violated ClassCastException
    static void cast(boolean square, int n) {
        Shape shape = square ? new Square(n) : new Strip(n);
        Square s = (Square) shape;
        assert s.side == n;
    }

    static final class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    // @proved
    static void linked(int a, int b) {
        Node list = new Node(a, new Node(b, null));
        Node turned = null;
        for (Node n = list; n != null; n = n.next) turned = new Node(n.value, turned);
        assert turned.value == b && turned.next.value == a && turned.next.next == null;
    }

    // @violated NullPointerException
    static void linkedTooFar(int a) {
        Node list = new Node(a, a > 100 ? null : new Node(a, null));
        assert list.next.value == a;
    }

    // @violated NegativeArraySizeException
    static void array(int n) {
        if (n > 5) return;
        int[] a = new int[n];
        assert a.length == n;
    }

    // @proved 32
    static void shifted(int a) {
        assert a << 1 == a + a;
        assert (a >> 1) * 2 + (a & 1) == a;
    }

    // @proved 5
    static void copied(int[] a) {
        if (a == null || a.length < 2) return;
        int x = a[0];
        System.arraycopy(a, 0, a, 1, a.length - 1);
        assert a[1] == x && a[0] == x;
    }

    static int counter;

    // @proved
    static void statics(int n) {
        if (n < 0 || n > 6) return;
        counter = 0;
        for (int i = 0; i < n; i++) counter += 2;
        assert counter == 2 * n;
    }
}
