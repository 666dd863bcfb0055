import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

public class SetsAndPriorityQueue {
    record Task(String name, int pri) { }

    public static void main(String[] args) {
        Set<Integer> s = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            System.out.print(s.add(i * i % 13) + " ");
        }
        System.out.println(s + " " + s.size() + s.contains(9) + s.remove(9) + s.remove(9) + s.hashCode());
        Set<Integer> o = new HashSet<>(List.of(1, 2, 3, 12));
        Set<Integer> u = new HashSet<>(s);
        System.out.println(u.addAll(o) + "" + u + u.removeAll(List.of(0, 1)) + u + u.retainAll(o) + u + u.containsAll(List.of(2)) + u.equals(Set.of(12, 3, 2)));
        Set<Character> chars = new HashSet<>();
        for (char c : "hello world".toCharArray()) {
            chars.add(c);
        }
        System.out.println(chars + " " + new HashSet<>(Arrays.asList("b", null, "a")));
        PriorityQueue<Integer> pq = new PriorityQueue<>(List.of(5, 1, 4, 1, 3, 9, 2, 6));
        System.out.println(pq + " " + pq.peek() + pq.size());
        pq.add(0);
        pq.remove(4);
        System.out.println(pq + " " + pq.contains(9) + Arrays.toString(pq.toArray()));
        StringBuilder sb = new StringBuilder();
        while (!pq.isEmpty()) {
            sb.append(pq.poll()).append(' ');
        }
        System.out.println(sb + "" + pq.poll() + pq.peek());
        PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingInt(Task::pri).reversed().thenComparing(Task::name));
        for (String n : "delta alpha echo bravo charlie".split(" ")) {
            tasks.offer(new Task(n, n.length() % 3));
        }
        Iterator<Task> it = tasks.iterator();
        while (it.hasNext()) {
            if (it.next().name().startsWith("e")) {
                it.remove();
            }
        }
        while (tasks.size() > 0) {
            System.out.print(tasks.remove() + " ");
        }
        System.out.println();
        try {
            new PriorityQueue<Integer>().add(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            new PriorityQueue<Integer>().element();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("nse");
        }
        PriorityQueue<String> max = new PriorityQueue<>(3, Collections.reverseOrder());
        Collections.addAll(max, "m", "z", "a", "q");
        max.removeIf(x -> x.equals("z"));
        System.out.println(max.poll() + max.poll() + max.comparator().compare("a", "b"));
        List<Integer> heap = new ArrayList<>();
        PriorityQueue<Integer> big = new PriorityQueue<>();
        int x = 7;
        for (int i = 0; i < 500; i++) {
            x = x * 1103515245 + 12345;
            big.add(x >>> 20);
            if (i % 3 == 0) {
                heap.add(big.poll());
            }
        }
        System.out.println(heap.hashCode() + " " + big.size() + " " + heap.subList(0, 8));
        BitSet b = new BitSet();
        b.set(1);
        b.set(5, 9);
        b.set(100);
        b.flip(6);
        b.clear(8);
        System.out.println(b + " " + b.cardinality() + b.length() + " " + b.size() + b.get(5) + b.get(999) + b.nextSetBit(6) + b.nextClearBit(5) + b.previousSetBit(99) + b.previousClearBit(5) + " " + b.hashCode());
        BitSet c = BitSet.valueOf(new long[] {0b1010_1110, 1});
        System.out.println(c + " " + c.intersects(b) + Arrays.toString(c.toLongArray()) + Arrays.toString(c.toByteArray()));
        c.and(b);
        System.out.println(c);
        c.or(BitSet.valueOf(new byte[] {8}));
        c.xor(b);
        c.andNot(BitSet.valueOf(new long[] {4}));
        System.out.println(c + "" + c.get(0, 50) + c.isEmpty() + c.equals(c.clone()));
        BitSet sieve = new BitSet(100);
        sieve.set(2, 100);
        for (int i = sieve.nextSetBit(0); i * i < 100; i = sieve.nextSetBit(i + 1)) {
            for (int j = i * i; j < 100; j += i) {
                sieve.clear(j);
            }
        }
        System.out.println(sieve + " " + sieve.stream().sum());
        try {
            b.get(-1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
