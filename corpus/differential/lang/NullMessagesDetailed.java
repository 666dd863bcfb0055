import java.util.*;

public class NullMessagesDetailed {
    int[] arr;
    NullMessagesDetailed next;
    String s;
    static NullMessagesDetailed root;
    int[][][] cube = new int[2][][];
    long[] ls;
    Integer boxed;
    NullMessagesDetailed self() {
        return null;
    }
    static int[] arrOf(int x, String y) {
        return null;
    }
    static void t(Runnable r) {
        try {
            r.run();
            System.out.println("none");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
    record P(String a, P b) {}
    public static void main(String[] args) {
        NullMessagesDetailed o = new NullMessagesDetailed(), n = null;
        String str = null;
        Object lock = null;
        int[] la = null;
        P p = new P(null, null);
        t(() -> System.out.println(o.arr[0]));
        t(() -> o.arr[1] = 2);
        t(() -> System.out.println(o.next.next.s));
        t(() -> o.self().self());
        t(() -> System.out.println(root.s));
        t(() -> System.out.println(o.cube[1][2][3]));
        t(() -> System.out.println(arrOf(1, "x")[3]));
        t(() -> System.out.println(o.s.length()));
        t(() -> { int x = o.boxed; });
        t(() -> { synchronized (lock) { } });
        t(() -> { throw null; });
        t(() -> System.out.println(la.length));
        t(() -> o.ls[2]++);
        t(() -> System.out.println(p.b().a().length()));
        t(() -> Objects.requireNonNull(str, "msg"));
        t(() -> Objects.requireNonNull(str));
        t(() -> new ArrayList<>(List.of(1)).forEach(null));
        t(() -> List.of(1, null));
        t(() -> Map.of("a", null));
        t(() -> new TreeMap<String, String>().put(null, "x"));
        t(() -> { String k = null; switch (k) { case "a": break; } });
        t(() -> { Thread.State st = null; switch (st) { case NEW: break; default: } });
        t(() -> { for (String x : (List<String>) null) ; });
        t(() -> { Integer i = null; long l = true ? i : 0L; });
        t(() -> o.next.arr[o.boxed] = 3);
        t(() -> { char[][] c = new char[1][]; c[0][0] = 'x'; });
        t(() -> { boolean[] b = null; b[0] |= true; });
        t(() -> n.toString());
        t(() -> new Object() { String q; int l() { return q.length(); } }.l());
        t(() -> "abc".concat(null));
        t(() -> "abc".contains(null));
        t(() -> Optional.of(null));
        t(() -> { throw new NullPointerException(); });
        try {
            n.arr = null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] os = null;
            os[Integer.parseInt("3")] = str;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (int i = 0; i < 1; i++) {
            String[] parts = {null};
            try {
                parts[i].trim();
            } catch (NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
