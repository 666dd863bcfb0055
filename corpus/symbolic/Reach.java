import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** Everyday Java of many kinds. Above each method stands its answer, in numbers of 8 bits. */
public class Reach {
    // @proved
    static void builderToString(boolean b) { StringBuilder sb = new StringBuilder(); sb.append("x"); if (b) sb.append("yz"); assert sb.toString().length() == (b ? 3 : 1); }
    // @proved
    static void builderReverse(boolean b) { String s = new StringBuilder(b ? "abc" : "xy").reverse().toString(); assert s.equals("cba") || s.equals("yx"); }
    // @proved
    static void builderCharAt(int i) { StringBuilder sb = new StringBuilder("hello"); if (i >= 0 && i < 5) sb.setCharAt(i, 'z'); assert sb.charAt(0) == 'h' || i == 0; }
    // @proved
    static void builderAppendInt(byte n) { StringBuilder sb = new StringBuilder(); sb.append((int) n); assert sb.length() >= 1 && sb.length() <= 4; }
    // @proved
    static void concat(int n) { String s = "n" + n; assert s.charAt(0) == 'n'; }
    // @proved
    static void concatEquals(boolean b) { String s = "a" + (b ? "b" : "c"); assert s.equals("ab") == b; }
    static boolean palindrome(String s) { if (s == null) return true; for (int i = 0, j = s.length() - 1; i < j; i++, j--) if (s.charAt(i) != s.charAt(j)) return false; return true; }
    // @proved
    static void palindromeOk(String s) { if (palindrome(s) && s != null && s.length() > 1) assert s.charAt(0) == s.charAt(s.length() - 1); }
    // @proved
    static void substring(String s) { if (s != null && s.length() > 1) { String t = s.substring(1); assert t.length() == s.length() - 1; } }
    // @proved
    static void startsWith(boolean b) { String s = b ? "foobar" : "barfoo"; assert s.startsWith("foo") == b; }
    // @proved
    static void compareTo(boolean b) { String s = b ? "a" : "c"; assert (s.compareTo("b") < 0) == b; }
    // Newer JDKs compare characters with 255.
    // @proved 10
    static void toUpper(boolean b) { String s = b ? "ab" : "cd"; String u = s.toUpperCase(); assert u.equals("AB") || u.equals("CD"); }
    // @proved
    static void trim(boolean b) { String s = b ? " a " : "b"; assert s.trim().length() == 1; }
    // @proved
    static void contains(boolean b) { String s = b ? "hello" : "world"; assert s.contains("ell") == b; }
    // The JDK marks a missing digit by -256, which wrapped is a digit: two bits more show that this is none.
    // @bounded
    static void parseInt(boolean b) { int n = Integer.parseInt(b ? "12" : "-7"); assert n == 12 || n == -7; }
    // @proved
    static void valueOf(int n) { String s = String.valueOf(n); assert s.length() > 0; }
    // What is asked about the greatest character that fits is asked about greater ones too.
    // @bounded
    static void isDigit(char c) { if (Character.isDigit(c)) assert c >= '0'; }
    // @proved
    static void isLetter(char c) { if (c >= 'a' && c <= 'z') assert Character.isLetter(c) && Character.toUpperCase(c) <= 'Z'; }
    // @bounded
    static void isUpper(char c) { if (Character.isUpperCase(c)) assert Character.toLowerCase(c) != c; }
    // @bounded
    static void atomicInt(int n) { AtomicInteger a = new AtomicInteger(n); a.incrementAndGet(); assert a.get() != n; }
    // @proved
    static void atomicLong(int n) { AtomicLong a = new AtomicLong(); a.addAndGet(3); assert a.get() == 3; }
    // @proved
    static void atomicRef(boolean b) { AtomicReference<String> r = new AtomicReference<>("a"); if (b) r.compareAndSet("a", "b"); assert r.get().equals(b ? "b" : "a"); }
    // @proved
    static void atomicBool(boolean b) { AtomicBoolean f = new AtomicBoolean(b); assert f.getAndSet(true) == b; }
    // @proved
    static void atomicCount() throws Exception { AtomicInteger c = new AtomicInteger(); Thread t = new Thread(() -> c.incrementAndGet()); t.start(); c.incrementAndGet(); t.join(); assert c.get() == 2; }
    // @proved
    static void atomicCas() throws Exception { AtomicInteger c = new AtomicInteger(); Thread t = new Thread(() -> c.compareAndSet(0, 1)); t.start(); boolean won = c.compareAndSet(0, 2); t.join(); assert won == (c.get() == 2); }
    // @proved
    static void atomicUpdate(int n) { AtomicInteger a = new AtomicInteger(n); int v = a.updateAndGet(x -> x & 3); assert v >= 0 && v < 4; }
    static int shared;
    // @proved
    static void reentrant() throws Exception { ReentrantLock l = new ReentrantLock(); Thread t = new Thread(() -> { l.lock(); try { shared++; } finally { l.unlock(); } }); t.start(); l.lock(); try { shared++; } finally { l.unlock(); } t.join(); assert shared == 2; }
    // @violated deadlock
    static void reentrantDeadlock() throws Exception { ReentrantLock a = new ReentrantLock(), b = new ReentrantLock(); Thread t = new Thread(() -> { b.lock(); a.lock(); a.unlock(); b.unlock(); }); t.start(); a.lock(); b.lock(); b.unlock(); a.unlock(); t.join(); }
    // @proved
    static void tryLock() { ReentrantLock l = new ReentrantLock(); assert l.tryLock(); assert l.isHeldByCurrentThread(); l.unlock(); }
    // @proved
    static void semaphore() throws Exception { Semaphore s = new Semaphore(1); Thread t = new Thread(() -> { s.acquireUninterruptibly(); shared++; s.release(); }); t.start(); s.acquire(); shared++; s.release(); t.join(); assert shared == 2; }
    // @proved
    static void latch() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = new Thread(() -> { shared = 5; l.countDown(); }); t.start(); l.await(); assert shared == 5; }
    // @bounded
    static void listAdd(int n) { List<Integer> l = new ArrayList<>(); l.add(n); l.add(n + 1); assert l.size() == 2 && l.get(0) == n; }
    // @proved
    static void listLoop(boolean b) { List<String> l = new ArrayList<>(); l.add("a"); if (b) l.add("b"); int c = 0; for (String s : l) c++; assert c == l.size(); }
    // @proved
    static void listRemove(int i) { List<Integer> l = new ArrayList<>(); l.add(1); l.add(2); if (i == 0 || i == 1) { l.remove(i); assert l.size() == 1; } }
    // @proved
    static void listContains(boolean b) { List<String> l = new ArrayList<>(); l.add(b ? "x" : "y"); assert l.contains("x") == b; }
    // @violated IndexOutOfBoundsException
    static void listOut(int i) { List<Integer> l = new ArrayList<>(); l.add(1); l.get(i); }
    // @proved
    static void mapPut(boolean b) { Map<Integer, String> m = new HashMap<>(); m.put(1, "a"); if (b) m.put(2, "b"); assert m.size() == (b ? 2 : 1); assert m.get(1).equals("a"); }
    // @bounded
    static void mapString(boolean b) { Map<String, Integer> m = new HashMap<>(); m.put("k", 1); m.put(b ? "k" : "l", 2); assert m.get("k") == (b ? 2 : 1); }
    // @proved
    static void mapDefault(boolean b) { Map<Integer, Integer> m = new HashMap<>(); if (b) m.put(3, 4); assert m.getOrDefault(3, 0) == (b ? 4 : 0); }
    // @proved
    static void mapIterate(boolean b) { Map<Integer, Integer> m = new HashMap<>(); m.put(1, 10); if (b) m.put(2, 20); int s = 0; for (Map.Entry<Integer, Integer> e : m.entrySet()) s += e.getValue(); assert s == (b ? 30 : 10); }
    // @proved
    static void grid(int i, int j) { int[][] g = new int[3][2]; if (i >= 0 && i < 3 && j >= 0 && j < 2) { g[i][j] = 1; int s = 0; for (int[] r : g) for (int v : r) s += v; assert s == 1; } }
    // @proved
    static void gridInit() { int[][] g = {{1, 2}, {3}}; assert g[1].length == 1 && g[0][1] == 2; }
    // @proved
    static void sort(byte a, byte b, byte c) { int[] x = {a, b, c}; Arrays.sort(x); assert x[0] <= x[1] && x[1] <= x[2]; }
    // @proved
    static void fill(int n) { int[] x = new int[3]; Arrays.fill(x, n); assert x[2] == n; }
    // @proved
    static void copyOf(int[] a) { if (a != null) { int[] b = Arrays.copyOf(a, a.length + 1); assert b[a.length] == 0; } }
    // @violated AssertionError
    static void interrupt() throws Exception { Thread t = new Thread(() -> { try { Thread.sleep(1000); } catch (InterruptedException e) { shared = 1; } }); t.start(); t.interrupt(); t.join(); assert shared == 1; }
    // @proved
    static void interruptFlag() { Thread.currentThread().interrupt(); assert Thread.interrupted(); assert !Thread.currentThread().isInterrupted(); }
    // @proved
    static void optional(boolean b) { Optional<String> o = b ? Optional.of("a") : Optional.empty(); assert o.isPresent() == b; assert o.orElse("z").length() == 1; }
    // @proved
    static void deque(boolean b) { Deque<Integer> d = new ArrayDeque<>(); d.push(1); d.push(2); assert d.pop() == 2; assert d.peek() == 1; }
    // @proved
    static void mathMax(int a, int b) { assert Math.max(a, b) >= a; assert Math.min(a, b) <= b; }
    // @proved
    static void mathAbs(int a) { if (a > -100) assert Math.abs(a) >= 0; }
    // @proved
    static void mathAddExact(int a, int b) { if (a > 0 && a < 50 && b > 0 && b < 50) assert Math.addExact(a, b) > a; }
    // @proved
    static void boxed(int a) { Integer x = a; int y = x; assert x.equals(y); assert x.hashCode() == a; }
    // @proved
    static void objectsEquals(boolean b) { String s = b ? "a" : null; assert Objects.equals(s, "a") == b; }
    // @proved
    static void requireNonNull(boolean b) { try { Objects.requireNonNull(b ? "a" : null, "msg"); assert b; } catch (NullPointerException e) { assert !b; } }
    enum Op { ADD { int f(int a, int b) { return a + b; } }, SUB { int f(int a, int b) { return a - b; } }; abstract int f(int a, int b); }
    // @proved
    static void enumValueOf(boolean b) { Op op = Op.valueOf(b ? "ADD" : "SUB"); assert op.f(3, 2) == (b ? 5 : 1); }
    // @proved
    static void enumName(boolean b) { Op op = b ? Op.ADD : Op.SUB; assert op.name().equals("ADD") == b; }
    sealed interface Shape permits Sq, Ci {} record Sq(int s) implements Shape {} record Ci(int r) implements Shape {}
    static int area(Shape s) { if (s instanceof Sq q) return q.s(); if (s instanceof Ci c) return c.r(); throw new IllegalStateException(); }
    // @proved
    static void sealedShapes(int n) { Shape s = n > 0 ? new Sq(n) : new Ci(n); assert area(s) == n; }
    // @proved
    static void iterList(int n) { LinkedList<Integer> l = new LinkedList<>(); l.add(1); l.addFirst(n); assert l.getFirst() == n && l.size() == 2; }
    // @proved
    static void set(boolean b) { Set<Integer> s = new HashSet<>(); s.add(1); s.add(b ? 1 : 2); assert s.size() == (b ? 1 : 2); }
    // @bounded
    static void listOf(boolean b) { List<Integer> l = List.of(1, 2); assert l.get(b ? 0 : 1) == (b ? 1 : 2); }
    // @proved
    static void asList(int n) { List<Integer> l = Arrays.asList(1, n); assert l.get(1) == n; }
    // @proved
    static void func(int n) { Function<Integer, Integer> f = x -> x + 1; IntUnaryOperator g = x -> x ^ 1; assert f.apply(n & 7) == (n & 7) + 1; assert g.applyAsInt(0) == 1; }
    // @proved
    static void supplier(int n) { Supplier<Integer> s = () -> n; assert s.get() == n; }
    // @proved
    static void predicate(int n) { Predicate<Integer> p = x -> x > 3; assert p.test(n) == (n > 3); assert p.negate().test(n) == (n <= 3); }
    // @proved
    static void comparator(int a, int b) { Comparator<Integer> c = (x, y) -> Integer.compare(x, y); assert (c.compare(a, b) < 0) == (a < b); }
    // @proved
    static void stringSwitch(String s) { if (s != null) { int v = switch (s) { case "a" -> 1; case "bc" -> 2; default -> 0; }; assert v == 0 || s.length() == v; } }
    // @bounded
    static void bitCount(int n) { assert Integer.bitCount(n & 7) <= 3; }
    // @proved
    static void gcd(int a, int b) { if (a > 0 && b > 0 && a < 8 && b < 8) { int x = a, y = b; while (y != 0) { int t = x % y; x = y; y = t; } assert a % x == 0 && b % x == 0; } }
    // @proved
    static void binarySearch(int k) { int[] a = {1, 3, 5}; int i = Arrays.binarySearch(a, k); assert i < 0 || a[i] == k; }
    // @proved
    static void join(boolean b) { String s = String.join(",", "a", b ? "b" : "c"); assert s.length() == 3; }
    // @bounded
    static void repeat() { assert "ab".repeat(2).equals("abab"); }
    // @proved
    static void condition() throws Exception { ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition(); Thread t = new Thread(() -> { l.lock(); try { shared = 1; c.signal(); } finally { l.unlock(); } }); t.start(); l.lock(); try { while (shared == 0) c.await(); } finally { l.unlock(); } t.join(); assert shared == 1; }
    static volatile boolean ready;
    // @proved
    static void substringWithin(int i, int j) { try { String s = "hello".substring(i, j); assert s.length() == j - i; } catch (StringIndexOutOfBoundsException e) { assert i < 0 || j > 5 || i > j; } }
    // @proved
    static void sortedList(boolean b) { List<Integer> l = new ArrayList<>(List.of(3, b ? 1 : 7, 2)); Collections.sort(l); assert l.get(0) <= l.get(1) && l.get(1) <= l.get(2); }
    enum Colour { RED, GREEN, BLUE }
    // @proved
    static void enumMap(boolean b) { EnumMap<Colour, Integer> m = new EnumMap<>(Colour.class); m.put(Colour.BLUE, 2); if (b) m.put(Colour.RED, 1); int n = 0; for (int v : m.values()) n = n * 3 + v; assert n == (b ? 5 : 2); }
    // The least number has no opposite that fits.
    // @bounded
    static void sign(int n) { assert Integer.signum(n) == (n > 0 ? 1 : n < 0 ? -1 : 0) && (n >>> 31 == 1) == (n < 0); }
    // Not for sharp s.
    // @bounded
    static void upperOfText(String s) { if (s != null && s.length() < 3) assert s.toUpperCase().length() == s.length(); }
    // @proved
    static void atomicArray(int i) { AtomicIntegerArray a = new AtomicIntegerArray(3); if (i >= 0 && i < 3) { a.incrementAndGet(i); a.addAndGet(i, 2); assert a.get(i) == 3; } }
    // @violated IndexOutOfBoundsException
    static void atomicArrayOut(int i) { AtomicIntegerArray a = new AtomicIntegerArray(3); a.set(i, 1); }
    // @proved
    static void atomicArrayThreads() throws Exception { AtomicIntegerArray a = new AtomicIntegerArray(2); Thread t = new Thread(() -> a.getAndIncrement(1)); t.start(); a.getAndIncrement(1); t.join(); assert a.get(1) == 2 && a.get(0) == 0; }
    // @violated AssertionError
    static void atomicArrayLost() throws Exception { AtomicIntegerArray a = new AtomicIntegerArray(2); Thread t = new Thread(() -> a.set(0, a.get(0) + 1)); t.start(); a.incrementAndGet(0); t.join(); assert a.get(0) == 2; }
    // @proved
    static void atomicLongArray(int i) { AtomicLongArray a = new AtomicLongArray(new long[] {1, 2}); if (i == 0 || i == 1) assert a.getAndAdd(i, 5) == i + 1; }
    // @proved
    static void atomicReferences(int i) { AtomicReferenceArray<String> a = new AtomicReferenceArray<>(2); if (i == 0 || i == 1) { a.set(i, "x"); assert a.get(i) == "x" && a.get(1 - i) == null; } }
    // @proved
    static void stamps() { AtomicStampedReference<String> r = new AtomicStampedReference<>("a", 0); assert r.compareAndSet("a", "b", 0, 1) && r.getStamp() == 1 && !r.compareAndSet("b", "c", 0, 2); }
    // @proved
    static void marks() { AtomicMarkableReference<String> r = new AtomicMarkableReference<>("a", false); assert r.attemptMark("a", true) && r.isMarked(); }
    static class Cell {
        volatile int value; volatile Cell next; long count;
        static final AtomicIntegerFieldUpdater<Cell> VALUE = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "value");
        static final AtomicReferenceFieldUpdater<Cell, Cell> NEXT = AtomicReferenceFieldUpdater.newUpdater(Cell.class, Cell.class, "next");
        static final java.lang.invoke.VarHandle COUNT, INTS = java.lang.invoke.MethodHandles.arrayElementVarHandle(int[].class);
        static { try { COUNT = java.lang.invoke.MethodHandles.lookup().findVarHandle(Cell.class, "count", long.class); } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); } }
    }
    // @proved
    static void updaters(boolean b) { Cell c = new Cell(); assert Cell.VALUE.incrementAndGet(c) == 1 && c.value == 1; assert Cell.NEXT.compareAndSet(c, null, b ? c : null) && (c.next == c) == b; }
    // @violated AssertionError
    static void updaterAndPlain() throws Exception { Cell c = new Cell(); Thread t = new Thread(() -> c.value++); t.start(); Cell.VALUE.incrementAndGet(c); t.join(); assert c.value == 2; }
    // @proved
    static void handles(boolean b) { Cell c = new Cell(); assert (long) Cell.COUNT.getAndAdd(c, 4L) == 0 && c.count == 4; assert Cell.COUNT.compareAndSet(c, b ? 4L : 5L, 1L) == b; int[] a = new int[2]; Cell.INTS.setVolatile(a, 1, 3); assert a[1] == 3; }
    // @violated ArrayIndexOutOfBoundsException
    static void handleOut(int i) { Cell.INTS.setVolatile(new int[2], i, 3); }
    // @violated NullPointerException
    static void handleOfNothing(boolean b) { Cell.COUNT.set(b ? new Cell() : null, 1L); }
    // @proved
    static void concurrentQueue(boolean b) { Queue<Integer> q = new ConcurrentLinkedQueue<>(); q.add(1); if (b) q.offer(2); assert q.poll() == 1; assert q.isEmpty() != b; }
    // @bounded
    static void concurrentMap(boolean b) { ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(); m.put("a", 1); if (b) m.put("b", 2); assert m.size() == (b ? 2 : 1) && m.get("a") == 1; }
    // @violated NullPointerException
    static void concurrentMapOfNull(boolean b) { ConcurrentHashMap<Integer, String> m = new ConcurrentHashMap<>(); m.put(1, b ? "v" : null); }
    record Named(String name, long count, boolean is) {}
    record None() {}
    // @proved
    static void textOfARecord(boolean b) { assert (b ? new None() : "x").toString().equals(b ? "None[]" : "x"); }
    // @violated AssertionError
    static void keyOfTexts(boolean b) { Map<Named, Integer> m = new HashMap<>(); m.put(new Named("a", 1, b), 1); assert m.get(new Named("a", 1, true)) != null; }
    // @proved
    static void simpleNames(boolean b) { Object o = b ? new None() : new int[0]; assert o.getClass().getSimpleName().equals(b ? "None" : "int[]"); }
}
