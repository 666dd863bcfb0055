import java.io.*;
import java.util.*;

public class SerializationForms {
    static class N implements Serializable {
        private static final long serialVersionUID = 1;
        int x;
        transient int t = 5;
        N next;
        List<String> l = new ArrayList<>(List.of("a"));
        E e = E.B;
        int[][] arr = {{1}, {2, 3}};
        Map<String, Object> m = new LinkedHashMap<>();
        N(int x) {
            this.x = x;
        }
        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            o.writeInt(99);
        }
        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject();
            t = i.readInt();
        }
    }
    enum E {
        A, B {}
    }
    record R(int a, String b) implements Serializable {}
    static class S implements Serializable {
        Object writeReplace() {
            return "replaced";
        }
    }
    static class X implements Externalizable {
        int v;
        public X() {}
        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(v);
        }
        public void readExternal(ObjectInput i) throws IOException {
            v = i.readInt() + 1;
        }
    }
    static class Bad implements Serializable {
        Object o = new Object();
    }
    static Object rt(Object o) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream s = new ObjectOutputStream(b)) {
            s.writeObject(o);
        }
        System.out.print(b.size() + " ");
        return new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();
    }
    public static void main(String[] a) throws Exception {
        N n = new N(1);
        n.next = new N(2);
        n.next.next = n;
        n.m.put("self", n);
        N c = (N) rt(n);
        System.out.println(c.x + " " + c.t + " " + (c.next.next == c) + (c.e == E.B) + c.arr[1][1]
                + (c.m.get("self") == c));
        System.out.println(rt(new R(1, "q")) + " " + rt(new S()));
        X x = new X();
        x.v = 4;
        System.out.println(((X) rt(x)).v);
        try {
            rt(new Bad());
        } catch (NotSerializableException e) {
            System.out.println(e);
        }
        System.out.println(rt(new TreeMap<>(Map.of(1, "a"))) + "" + rt(new HashSet<>(List.of(1, 2)))
                + rt(new Date(0).getTime()) + rt(new ArrayDeque<>(List.of(1))) + rt(java.time.LocalDate.of(2024, 1,
                2)) + rt(new java.math.BigDecimal("1.50")) + rt(E.A) + rt(int[].class)
                + rt((Comparator<String> & Serializable) (p, q) -> 0).getClass().isSynthetic());
        System.out.println(ObjectStreamClass.lookup(R.class).getSerialVersionUID() + " "
                + ObjectStreamClass.lookup(E.class) + " " + ObjectStreamClass.lookup(Bad.class));
    }
}
