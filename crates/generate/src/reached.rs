//! Draws programs in which code of the program is reached in ways that a static analysis easily misses, as text: initialisers of
//! interfaces, bridges, proxies, handles, reflection, serialization, methods that the JDK calls on objects of the program.
//!
//! Comes in: a seed and a name. Goes out: the text of a class, made as in [`crate::observers`]. Whatever is reached uses the plain
//! field `n`, and so does another thread: whoever misses a call misses a data race.

use crate::observers::{Subject, draw};

const SUBJECTS: &[Subject] = &[
    Subject {
        declared: "static int n; static volatile int v; static int two(int i){ return n+=i; }
     interface K { int C = init(); static int init(){ return n++; } default int d(){ return n; } }
     interface K2 extends K { static int st(){ return n; } }
     static class Impl implements K2 {}
     sealed interface Sh permits Ci, Sq {} record Ci(int r) implements Sh { Ci { n++; } public int r(){ return r+n; } } record Sq(int s) implements Sh {}
     static abstract class Gen<T> { abstract int f(T t); int g(T t){ return f(t); } }
     static class GenI extends Gen<Integer> { int f(Integer i){ return i+n; } }
     static int va(Object... a){ a[0]=n; return a.length+n; }
     static Object[] arr={1,2};
     static class Lazy { static int L = n++; static int m(){ return L; } }
     static class LateNew { static { n++; } } static class LateSub extends LateNew { static void st(){} }
     static class LazyThrow { static int L; static { if (n>0) throw new IllegalStateException(); L=n; } }
     enum E { P(1){ int q(){ return n++; } }, Q(2); final int k; E(int k){ this.k=k; } int q(){ return k+n; } }
     class Inner { int z=n; int get(){ return z+n; } }
     static class Res implements AutoCloseable { public void close(){ n++; } }
     static class It implements Iterable<Integer> { public Iterator<Integer> iterator(){ n++; return List.of(n).iterator(); } }
     static class Cmp implements Comparable<Cmp> { public int compareTo(Cmp o){ return n++; } }
     static class Sup implements Supplier<Integer>, Serializable { public Integer get(){ return n++; } }
     static class Ser implements Serializable { int x; private void readObject(ObjectInputStream i) throws Exception { i.defaultReadObject(); n++; } private void writeObject(ObjectOutputStream o) throws Exception { o.defaultWriteObject(); n+=2; } }
     static class Ext implements Externalizable { public Ext(){ n++; } public void writeExternal(ObjectOutput o){ n+=2; } public void readExternal(ObjectInput i){ n+=3; } }
     static class Res2 implements Serializable { private Object readResolve(){ n++; return \"r\"+n; } private Object writeReplace(){ n+=2; return this; } }
     record RR(int a) implements Serializable { RR { n++; } }
     static class Cl implements Cloneable { int c=1; protected Object clone() throws CloneNotSupportedException { n++; return super.clone(); } }
     static class Fin { protected void finalize(){ n=99; } }
     static class CS implements CharSequence { public int length(){ return 2; } public char charAt(int i){ return (char)('a'+n); } public CharSequence subSequence(int a,int b){ return this; } public String toString(){ return \"x\"+n; } }
     static class Num extends Number { public int intValue(){return n;} public long longValue(){return n;} public float floatValue(){return n;} public double doubleValue(){return n;} }
     static class Ex extends RuntimeException { public String getMessage(){ return \"m\"+n++; } public synchronized Throwable fillInStackTrace(){ n+=3; return this; } }
     static class Wr extends Writer { public void write(char[] c,int o,int l){ n+=l; } public void flush(){ n++; } public void close(){} }
     static class Os extends OutputStream { public void write(int b){ n++; } }
     static class Is extends InputStream { int c; public int read(){ return c++<2 ? n : -1; } }
     static class Fmt implements Formattable { public void formatTo(Formatter f,int a,int b,int c){ f.format(\"%d\",n++); } }
     static class Ab extends AbstractList<Integer> { public Integer get(int i){ return n++; } public int size(){ return 2; } }
     static class Mp extends AbstractMap<Integer,Integer> { public Set<Map.Entry<Integer,Integer>> entrySet(){ n++; return Set.of(); } }
     static class Lhm extends LinkedHashMap<Integer,Integer> { protected boolean removeEldestEntry(Map.Entry<Integer,Integer> e){ return n++>0; } }
     static class Tl extends ThreadLocal<Integer> { protected Integer initialValue(){ return n++; } }
     static class Cv extends ClassValue<Integer> { protected Integer computeValue(Class<?> c){ return n++; } }
     static class Obs implements java.beans.PropertyChangeListener { public void propertyChange(java.beans.PropertyChangeEvent e){ n++; } }
     static class Pk extends Properties { public synchronized Object put(Object a,Object b){ n++; return super.put(a,b); } }
     static class Rnd extends Random { protected int next(int bits){ return n++; } }
     static class Ev implements java.util.EventListener { }
     static class Dl extends java.util.concurrent.RecursiveTask<Integer> { protected Integer compute(){ return n++; } }
     static class UEH implements Thread.UncaughtExceptionHandler { public void uncaughtException(Thread t,Throwable e){ n++; } }
     static class Hk { public int hashCode(){ return n++; } public boolean equals(Object o){ n+=2; return true; } }
     Inner mk(){ return new Inner(); } static class ServiceLoaderHolder { int go(){ int c=0; for (Runnable r : ServiceLoader.load(Runnable.class)) { r.run(); c++; } return c + n; } } public static class RB extends ListResourceBundle { protected Object[][] getContents(){ n++; return new Object[][]{{\"k\",\"v\"+n}}; } }",
        changes: &[
            "n = 3;",
            "v++; n++;",
        ],
        looks: &[
            "Impl i = new Impl(); s += i.d();",
            "K.C",
            "K2.st()",
            "((Object) new Ci(2))",
            "new Ci(1).r()",
            "new Ci(1).hashCode()",
            "new Ci(3).equals(new Ci(3))",
            "Sh h = new Ci(1); s += h instanceof Ci c ? c.r() : 0;",
            "((Gen<Integer>) new GenI()).g(1)",
            "Gen g = new GenI(); s += g.f(2);",
            "va(1,2)",
            "va(arr)",
            "va((Object[]) new Integer[0].clone())",
            "Lazy.m()",
            "Thread q = new Thread(Lazy::m); q.start(); q.join(); s += n;",
            "Thread q = new Thread(LateNew::new); q.start(); q.join(); s += n;",
            "new Thread(LateSub::st).run(); s += n;",
            "LazyThrow.L",
            "E.valueOf(\"P\").q()",
            "E.P.q()",
            "Enum.valueOf(E.class,\"Q\").q()",
            "new Watched().new Inner().get()",
            "try (Res r = new Res()) { s += n; }",
            "for (int i : new It()) s += i;",
            "new It().spliterator().estimateSize()",
            "StreamSupport.stream(new It().spliterator(), false).count()",
            "new TreeSet<>(List.of(new Cmp(), new Cmp())).size()",
            "Collections.sort(new ArrayList<>(List.of(new Cmp(), new Cmp())));",
            "Arrays.sort(new Object[]{new Cmp(), new Cmp()});",
            "new PriorityQueue<>(List.of(new Cmp(), new Cmp())).size()",
            "new Sup().get()",
            "Stream.generate(new Sup()).limit(2).toList()",
            "((Supplier<Integer>&Serializable) new Sup()::get).get()",
            "ByteArrayOutputStream b = new ByteArrayOutputStream(); new ObjectOutputStream(b).writeObject(new Ser()); s += n; new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject(); s += n;",
            "ByteArrayOutputStream b = new ByteArrayOutputStream(); new ObjectOutputStream(b).writeObject(new Ext()); new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject(); s += n;",
            "ByteArrayOutputStream b = new ByteArrayOutputStream(); new ObjectOutputStream(b).writeObject(new Res2()); s += new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();",
            "ByteArrayOutputStream b = new ByteArrayOutputStream(); new ObjectOutputStream(b).writeObject(new RR(1)); s += new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();",
            "((Cl) new Cl().clone()).c",
            "new StringBuilder().append(new CS()).toString()",
            "String.join(\"-\", new CS(), new CS())",
            "\"abxx\".contains(new CS())",
            "\"ab\".contentEquals(new CS())",
            "String.join(\",\", List.of(new CS()))",
            "CharSequence.compare(new CS(), \"a\")",
            "Integer.parseInt(new CS(), 0, 2, 36)",
            "java.util.regex.Pattern.matches(\"a.\", new CS())",
            "new StringJoiner(new CS()).add(\"q\").add(\"r\").toString()",
            "String.format(\"%d\", new Num().intValue())",
            "Objects.requireNonNullElse(null, new Num()).intValue()",
            "try { throw new Ex(); } catch (Ex e) { s += n; }",
            "new Ex().toString()",
            "new RuntimeException(new Ex()).getMessage()",
            "new java.io.StringWriter().append(new CS())",
            "new PrintWriter(new Wr()).printf(\"%s\", 1).flush();",
            "new PrintStream(new Os()).print(\"ab\");",
            "new Is().read()",
            "new Is().readAllBytes().length",
            "new Scanner(new Is()).hasNext()",
            "new BufferedReader(new InputStreamReader(new Is())).readLine() != null",
            "new DataInputStream(new Is()).readByte()",
            "String.format(\"%s\", new Fmt())",
            "new Formatter().format(\"%s\", new Fmt())",
            "new Ab().toString()",
            "new ArrayList<>(new Ab())",
            "new Ab().contains(9)",
            "new Ab().stream().mapToInt(i -> i).sum()",
            "List.copyOf(new Ab())",
            "new HashMap<>(new Mp()).size()",
            "new Mp().isEmpty()",
            "new Mp().get(3)",
            "Lhm l = new Lhm(); l.put(1,1); l.put(2,2); s += l.size();",
            "new Tl().get()",
            "new Cv().get(String.class)",
            "java.beans.PropertyChangeSupport p = new java.beans.PropertyChangeSupport(\"x\"); p.addPropertyChangeListener(new Obs()); p.firePropertyChange(\"a\",1,2); s += n;",
            "new Pk().setProperty(\"a\",\"b\")",
            "new Rnd().nextInt(4)",
            "new Rnd().nextBoolean()",
            "Collections.shuffle(new ArrayList<>(List.of(1,2)), new Rnd());",
            "new Dl().invoke()",
            "new Dl().fork().join()",
            "ForkJoinTask.invokeAll(new Dl(), new Dl());",
            "Thread x = new Thread(() -> { throw new Ex(); }); x.setUncaughtExceptionHandler(new UEH()); x.start(); x.join(); s += n;",
            "new HashSet<>(List.of(new Hk())).size()",
            "Map.of(new Hk(), 1).size()",
            "Objects.hash(new Hk())",
            "new IdentityHashMap<>(Map.of()).containsKey(new Hk())",
            "List.of(new Hk()).indexOf(\"q\")",
            "Arrays.deepEquals(new Object[]{new Hk()}, new Object[]{\"q\"})",
            "Set.of(1).contains(new Hk())",
            "new ConcurrentHashMap<Object,Integer>().put(new Hk(),1)",
            "Optional.of(new Hk()).equals(Optional.of(\"a\"))",
            "new AbstractMap.SimpleEntry<>(new Hk(),1).hashCode()",
            "java.lang.reflect.Proxy.newProxyInstance(Watched.class.getClassLoader(), new Class<?>[]{Runnable.class}, (p,m,a) -> { n++; return null; }).hashCode()",
            "((Runnable) java.lang.reflect.Proxy.newProxyInstance(Watched.class.getClassLoader(), new Class<?>[]{Runnable.class}, (p,m,a) -> { n++; return null; })).run();",
            "MethodHandle h = MethodHandles.lookup().findStatic(Watched.class,\"two\",MethodType.methodType(int.class,int.class)); s += (int) MethodHandles.foldArguments(MethodHandles.dropArguments(MethodHandles.identity(int.class),1,int.class), h).invoke(1);",
            "MethodHandle h = MethodHandles.lookup().findStaticGetter(Watched.class,\"n\",int.class); s += (int) h.invokeExact();",
            "MethodHandles.lookup().findStaticVarHandle(Watched.class,\"n\",int.class).get()",
            "(int) MethodHandles.lookup().findStaticVarHandle(Watched.class,\"n\",int.class).getAndAdd(1)",
            "MethodHandleProxies.asInterfaceInstance(IntUnaryOperator.class, MethodHandles.lookup().findStatic(Watched.class,\"two\",MethodType.methodType(int.class,int.class))).applyAsInt(1)",
            "MethodHandle h = MethodHandles.guardWithTest(MethodHandles.dropArguments(MethodHandles.constant(boolean.class,true),0,int.class), MethodHandles.lookup().findStatic(Watched.class,\"two\",MethodType.methodType(int.class,int.class)), MethodHandles.identity(int.class)); s += (int) h.invokeExact(2);",
            "MethodHandle h = MethodHandles.lookup().findVirtual(Supplier.class,\"get\",MethodType.methodType(Object.class)).bindTo((Supplier<Integer>) () -> n++); s += h.invoke();",
            "MethodHandle h = MethodHandles.lookup().findConstructor(Ci.class, MethodType.methodType(void.class,int.class)); s += (Object) h.invoke(1);",
            "new ConstantCallSite(MethodHandles.lookup().findStatic(Watched.class,\"two\",MethodType.methodType(int.class,int.class))).dynamicInvoker().invoke(1)",
            "new Object(){ public String toString(){ return \"t\"+n++; } }.toString()",
            "\"z\" + new Object(){ public String toString(){ return \"t\"+n++; } }.toString()",
            "String.valueOf((Object) new Hk(){ public String toString(){ return \"h\"+n; } })",
            "switch (\"a\" + n) { case \"a0\": s += 1; break; case \"a3\": s += n; default: s += 2; }",
            "int[] z = {n, n}; s += z[0] + z[1];",
            "IntSupplier f = () -> { class Loc { int g(){ return n++; } } return new Loc().g(); }; s += f.getAsInt();",
            "Function<Integer,Function<Integer,Integer>> f = a -> b -> a + b + n++; s += f.apply(1).apply(2);",
            "Function<Object,Object> f = Ci.class::cast; s += f.apply(new Ci(4));",
            "IntFunction<int[]> f = int[]::new; s += f.apply(n).length;",
            "Supplier<Inner> f = new Watched()::mk; s += f.get().get();",
            "Class.forName(\"Watched$Lazy\").getDeclaredMethod(\"m\").invoke(null)",
            "Lazy.class.getDeclaredConstructor().newInstance() != null",
            "Watched.class.getDeclaredMethod(\"va\", Object[].class).invoke(null, (Object) new Object[]{1})",
            "E.class.getEnumConstants()[0].q()",
            "Ci.class.getRecordComponents()[0].getAccessor().invoke(new Ci(1))",
            "Watched.class.getDeclaredField(\"n\").get(null)",
            "java.lang.reflect.Field f = Watched.class.getDeclaredField(\"n\"); f.setInt(null, 8);",
            "Thread x = new Thread(){ public void run(){ n++; } public String toString(){ return \"T\"+n; } }; s += x; x.start(); x.join();",
            "Thread x = new Thread(){ public void interrupt(){ n++; } }; x.interrupt(); s += n;",
            "Thread x = new Thread(new FutureTask<>(() -> n++)); x.start(); x.join(); s += n;",
            "new Timer(true).schedule(new TimerTask(){ public void run(){ n++; } }, 0);",
            "new ServiceLoaderHolder().go()",
            "Runtime.version().feature() > n",
            "ResourceBundle.getBundle(\"Watched$RB\").getString(\"k\")",
            "java.util.Locale.getDefault().toString() + n",
            "new SplittableRandom(n).nextInt(3)",
            "System.identityHashCode(arr) != n",
            "Stream.of(1,2,3).takeWhile(i -> i > n).toList()",
            "Stream.of(1,2).mapMulti((i, c) -> { n++; c.accept(i); }).count()",
            "Stream.of(1,2).peek(i -> n++).anyMatch(i -> i > 1)",
            "Stream.of(2,1).sorted((a,b) -> n++ == 0 ? 1 : -1).findFirst().get()",
            "IntStream.iterate(0, i -> i < 2, i -> i + 1 + n * 0).sum()",
            "Stream.of(1,2).collect(Collectors.groupingBy(i -> n++))",
            "Stream.of(1,2).collect(Collectors.teeing(Collectors.summingInt(i -> n), Collectors.counting(), (a,b) -> a + b + n))",
            "Stream.of(1,2).parallel().map(i -> n + i).toList()",
            "Stream.concat(Stream.of(1), Stream.generate(() -> n++).limit(1)).toList()",
            "Arrays.asList(1,2).spliterator().tryAdvance(i -> n += i)",
            "new Vector<>(List.of(1)).removeIf(i -> n++ > 0)",
            "Collections.synchronizedMap(new HashMap<>()).computeIfAbsent(1, k -> n++)",
            "new ArrayDeque<>(List.of(1)).iterator().next() + n",
            "new BitSet(3).cardinality() + n",
            "Map<Integer,Integer> h = new TreeMap<>((a,b) -> n++); h.put(1,1); h.put(2,2); s += h.size();",
            "Iterator<Integer> it = new Iterator<>(){ public boolean hasNext(){ return n < 4; } public Integer next(){ return n++; } }; it.forEachRemaining(i -> {}); s += n;",
        ],
    },
];

/// The text of the program of a seed, as a class of this name.
pub fn program(seed: u64, class: &str) -> String {
    draw(seed ^ 0x7265_6163_6865_6421, SUBJECTS, class)
}
