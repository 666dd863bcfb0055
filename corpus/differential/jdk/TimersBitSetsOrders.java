import java.util.*;
import java.util.stream.*;

public class TimersBitSetsOrders {
    public static void main(String[] a) {
        Timer t = new Timer("tm", true);
        final int[] n = {0};
        Object lock = new Object();
        t.schedule(new TimerTask() { public void run() { synchronized (lock) { if (++n[0] == 3) { cancel();
                lock.notify(); } } } }, 5, 5);
        synchronized (lock) {
            while (n[0] < 3) try {
                lock.wait();
            } catch (InterruptedException e) {}
        }
        System.out.println(n[0]);
        BitSet b = new BitSet();
        b.set(1, 5);
        b.flip(3);
        b.set(70);
        System.out.println(b + " " + b.cardinality() + b.nextClearBit(1) + b.length() + b.size()
                + Arrays.toString(b.toLongArray()) + b.stream().boxed().toList()
                + BitSet.valueOf(new long[] {5}).intersects(b));
        StringTokenizer st = new StringTokenizer("a b;c", " ;", true);
        while (st.hasMoreTokens()) System.out.print("[" + st.nextToken() + "]");
        System.out.println();
        Properties p = new Properties();
        try {
            p.load(new java.io.StringReader("a = 1\n# c\nb:2\\\n  3\nc\\ d\\u0041=x"));
        } catch (java.io.IOException e) {}
        System.out.println(new TreeMap<>(p) + p.getProperty("zz", "dd"));
        PriorityQueue<int[]> pq = new PriorityQueue<>((x, y) -> y[0] - x[0]);
        for (int i : new int[] {3, 9, 1, 7}) pq.add(new int[] {i});
        StringBuilder s = new StringBuilder();
        while (!pq.isEmpty()) s.append(pq.poll()[0]);
        System.out.println(s);
        System.out.println(new HashSet<>(List.of("banana", "apple", "cherry", "date", "elder", "fig", "grape")) + " "
                + new TreeMap<>(Map.of(100, 1, 17, 2, 33, 3, 1, 4)) + Stream.of("q", "w", "e")
                .collect(Collectors.toSet()));
        System.out.println(new Random(42).nextGaussian() + " " + new Random(42).doubles(2).boxed().toList()
                + new SplittableRandom(1).nextInt(100) + " "
                + java.util.random.RandomGenerator.of("L64X128MixRandom").getClass().getSimpleName()
                + java.util.random.RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(42).nextLong());
        List<Integer> sh = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Collections.shuffle(sh, new Random(7));
        Collections.rotate(sh, 2);
        System.out.println(sh + "" + Collections.frequency(sh, 3) + Collections.nCopies(2, "x")
                + Collections.disjoint(sh, List.of(9)));
    }
}
