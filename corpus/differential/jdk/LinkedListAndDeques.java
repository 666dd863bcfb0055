import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Queue;
import java.util.Stack;
import java.util.Vector;

public class LinkedListAndDeques {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return "" + r.get();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    static void deque(Deque<Integer> d) {
        System.out.println(d.getClass().getSimpleName() + " " + d.peek() + d.poll() + d.peekLast() + d.pollLast() + attempt(d::getFirst) + attempt(d::removeLast) + attempt(d::pop) + attempt(d::element) + attempt(d::remove));
        for (int i = 0; i < 10; i++) {
            if (i % 3 == 0) {
                d.addFirst(i);
            } else if (i % 3 == 1) {
                d.offerLast(i);
            } else {
                d.push(i);
            }
        }
        System.out.println(d + " " + d.size() + " " + d.peekFirst() + d.getLast() + d.contains(5) + d.removeFirstOccurrence(5) + d.removeLastOccurrence(77) + d.remove(4));
        Iterator<Integer> it = d.descendingIterator();
        StringBuilder sb = new StringBuilder();
        while (it.hasNext()) {
            int v = it.next();
            sb.append(v).append(' ');
            if (v == 1 || v == 8) {
                it.remove();
            }
        }
        System.out.println(sb + "" + d);
        for (int i = 0; i < 40; i++) {
            d.addLast(i);
            if (i % 2 == 0) {
                d.pollFirst();
            }
        }
        System.out.println(d + " " + d.pop() + d.poll() + d.pollLast() + d.removeFirst());
        d.removeIf(x -> x % 2 == 0);
        System.out.println(d + Arrays.toString(d.toArray()) + d.stream().mapToInt(x -> x).sum());
        System.out.println(attempt(() -> { d.addFirst(null); return "null taken"; }));
        d.clear();
        System.out.println(d.isEmpty() + "" + d);
    }

    public static void main(String[] args) {
        deque(new LinkedList<>());
        deque(new ArrayDeque<>());
        deque(new ArrayDeque<>(1));
        LinkedList<String> l = new LinkedList<>(List.of("a", "b", "c", "d"));
        l.add(2, "x");
        l.set(0, "A");
        l.addAll(1, List.of("p", "q"));
        System.out.println(l + l.get(3) + l.indexOf("c") + l.remove(1) + l.removeFirst() + l.getLast() + l.lastIndexOf("zz"));
        ListIterator<String> li = l.listIterator(2);
        li.add("new");
        li.next();
        li.remove();
        li.previous();
        li.set("changed");
        System.out.println(l);
        Iterator<String> it = l.iterator();
        it.next();
        l.add("boom");
        System.out.println(attempt(it::next) + attempt(() -> l.get(99)));
        l.add(null);
        System.out.println(l.contains(null) + "" + l.indexOf(null) + l.equals(new java.util.ArrayList<>(l)) + (l.hashCode() == new java.util.ArrayList<>(l).hashCode()));
        Queue<Integer> q = new LinkedList<>();
        q.offer(1);
        q.add(2);
        System.out.println(q.peek() + "" + q.poll() + q.remove() + q.poll() + attempt(q::remove));
        Stack<Integer> st = new Stack<>();
        for (int i = 0; i < 4; i++) {
            st.push(i * i);
        }
        System.out.println(st + "" + st.peek() + st.pop() + st.search(0) + st.search(99) + st.empty() + st.elementAt(1));
        st.clear();
        System.out.println(attempt(st::pop));
        Vector<Integer> v = new Vector<>(2, 3);
        for (int i = 0; i < 6; i++) {
            v.addElement(i);
            System.out.print(v.capacity() + " ");
        }
        v.insertElementAt(9, 1);
        v.removeElementAt(0);
        v.setSize(8);
        System.out.println(v + "" + v.firstElement() + v.indexOf(null));
        ArrayDeque<Integer> c = new ArrayDeque<>(List.of(1, 2, 3));
        ArrayDeque<Integer> c2 = c.clone();
        c2.add(4);
        System.out.println(c + "" + c2 + c.equals(c2));
    }
}
