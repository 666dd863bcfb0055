import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

public class IteratorsAndSpliterators {
    static class Range implements Iterable<Integer> {
        final int lo, hi;

        Range(int lo, int hi) {
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int i = lo;

                @Override
                public boolean hasNext() {
                    return i < hi;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("at " + i);
                    }
                    return i++;
                }
            };
        }
    }

    static <T> Iterable<T> cycle(List<T> l, int times) {
        return () -> new Iterator<>() {
            int n = 0;

            @Override
            public boolean hasNext() {
                return n < l.size() * times;
            }

            @Override
            public T next() {
                return l.get(n++ % l.size());
            }
        };
    }

    static class Tree<T extends Comparable<T>> implements Iterable<T> {
        private class Node {
            T v;
            Node l, r;

            Node(T v) {
                this.v = v;
            }
        }

        private Node root;

        void add(T v) {
            root = add(root, v);
        }

        private Node add(Node n, T v) {
            if (n == null) {
                return new Node(v);
            }
            if (v.compareTo(n.v) < 0) {
                n.l = add(n.l, v);
            } else {
                n.r = add(n.r, v);
            }
            return n;
        }

        @Override
        public Iterator<T> iterator() {
            List<Node> stack = new ArrayList<>();
            for (Node n = root; n != null; n = n.l) {
                stack.add(n);
            }
            return new Iterator<T>() {
                @Override
                public boolean hasNext() {
                    return !stack.isEmpty();
                }

                @Override
                public T next() {
                    Node n = stack.remove(stack.size() - 1);
                    for (Node m = n.r; m != null; m = m.l) {
                        stack.add(m);
                    }
                    return n.v;
                }
            };
        }
    }

    static String chars(Spliterator<?> s) {
        StringBuilder sb = new StringBuilder();
        for (Object[] p : new Object[][] {{Spliterator.ORDERED, "O"}, {Spliterator.DISTINCT, "D"}, {Spliterator.SORTED, "S"}, {Spliterator.SIZED, "Z"}, {Spliterator.NONNULL, "N"}, {Spliterator.IMMUTABLE, "I"}, {Spliterator.CONCURRENT, "C"}, {Spliterator.SUBSIZED, "U"}}) {
            sb.append(s.hasCharacteristics((Integer) p[0]) ? p[1] : "-");
        }
        return sb + "/" + s.estimateSize();
    }

    public static void main(String[] args) {
        for (int i : new Range(1, 4)) {
            System.out.print(i + " ");
        }
        new Range(4, 6).forEach(x -> System.out.print(x + " "));
        Iterator<Integer> it = new Range(0, 5).iterator();
        it.next();
        it.forEachRemaining(x -> System.out.print(x + ","));
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(String.join("", cycle(List.of("a", "b"), 3)) + StreamSupport.stream(new Range(0, 10).spliterator(), false).mapToInt(x -> x).sum());
        Tree<String> t = new Tree<>();
        for (String s : "m c x a d z y".split(" ")) {
            t.add(s);
        }
        StringBuilder sb = new StringBuilder();
        for (String s : t) {
            sb.append(s);
        }
        System.out.println(sb);
        Spliterator<Integer> sp = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7)).spliterator();
        Spliterator<Integer> half = sp.trySplit();
        System.out.println(chars(sp) + " " + chars(half) + " " + sp.getExactSizeIfKnown());
        Consumer<Integer> pr = x -> System.out.print(x + " ");
        System.out.print(half.tryAdvance(pr) + " | ");
        half.forEachRemaining(pr);
        System.out.print(half.tryAdvance(pr) + " | ");
        sp.forEachRemaining(pr);
        System.out.println();
        System.out.println(chars(Arrays.asList(1, 2).spliterator()) + " " + chars(new java.util.TreeSet<>(List.of(1, 2)).spliterator()) + " " + chars(new java.util.HashSet<>(List.of(1)).spliterator()) + " " + chars(new java.util.LinkedList<>(List.of(1)).spliterator()) + " " + chars(new java.util.ArrayDeque<>(List.of(1)).spliterator()) + " " + chars(new Range(0, 3).spliterator()) + " " + chars(IntStream.range(0, 5).spliterator()));
        Spliterator<Integer> custom = new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
            int a = 0, b = 1;

            @Override
            public boolean tryAdvance(Consumer<? super Integer> c) {
                c.accept(a);
                int s = a + b;
                a = b;
                b = s;
                return true;
            }
        };
        System.out.println(StreamSupport.stream(custom, false).limit(12).toList());
        PrimitiveIterator.OfInt pi = IntStream.of(3, 1, 2).iterator();
        int total = 0;
        while (pi.hasNext()) {
            total = total * 10 + pi.nextInt();
        }
        System.out.println(total);
        ListIterator<String> li = new ArrayList<>(List.of("a", "b", "c")).listIterator(1);
        System.out.print(li.next() + li.next() + li.hasNext() + li.previous() + li.nextIndex());
        li.remove();
        System.out.println(li.previous() + li.hasPrevious());
        try {
            li.remove();
            li.remove();
        } catch (IllegalStateException e) {
            System.out.println("ise " + e.getMessage());
        }
        try {
            li.add("x");
            li.set("y");
        } catch (IllegalStateException e) {
            System.out.println("ise after add");
        }
        Iterator<Integer> si = List.of(1, 2, 3, 4).stream().filter(x -> x % 2 == 0).iterator();
        System.out.println(si.next() + "" + si.hasNext() + si.next() + si.hasNext());
    }
}
