import java.util.*;

public class ExceptionMessages {
    public static void main(String[] a) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        try {
            for (int x : l) if (x == 1) l.remove(0);
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        Map<String, Integer> m = new HashMap<>(Map.of("a", 1, "b", 2));
        try {
            for (String k : m.keySet()) m.put(k + "x", 1);
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        try {
            m.computeIfAbsent("z", k -> { m.put("y", 1); m.put("w", 2); return 3; });
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        Iterator<Integer> it = l.iterator();
        try {
            it.remove();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        ListIterator<Integer> li = l.listIterator();
        li.next();
        li.set(9);
        li.add(7);
        System.out.println(l + " " + li.nextIndex() + li.previous());
        try {
            l.subList(0, 9);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> sub = l.subList(0, 1);
        l.add(4);
        try {
            sub.size();
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        try {
            l.get(99);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new LinkedList<>().getFirst();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            new ArrayDeque<>().pop();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            List.of().get(0);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Collections.unmodifiableList(l).add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        try {
            Arrays.asList(1).add(2);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        try {
            new PriorityQueue<Object>().add(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            PriorityQueue<Object> q = new PriorityQueue<>();
            q.add(new Object());
            q.add(new Object());
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ArrayList<>(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            List.of(1, 1).toArray(new String[2]);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            Set.of(1, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Scanner("").next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            Optional.empty().get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt("99999999999");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt("");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Double.parseDouble("x.y");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Long.parseLong("1L");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Math.toIntExact(1L << 40);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Collections.max(List.of());
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            Objects.checkIndex(5, 3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Character.toChars(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Thread t = new Thread(() -> { });
            t.start();
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
        try {
            new Object().wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        } catch (InterruptedException e) {}
        try {
            Class.forName("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        try {
            Enum.valueOf(Thread.State.class, "X");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
