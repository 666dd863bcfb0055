import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class ObjectSerialization {
    static class Parent {
        int parentState = 1;

        Parent() {
            parentState = 99;
        }
    }

    static class Node extends Parent implements Serializable {
        private static final long serialVersionUID = 1L;
        String name;
        Node next;
        transient int temp = 7;
        int[] data = {1, 2};
        static int shared = 5;
        final double d = Math.sqrt(2);
        char c = 'z';
        boolean b = true;
        long l = -1;

        Node(String n) {
            name = n;
        }
    }

    static class Custom implements Serializable {
        private static final long serialVersionUID = 2L;
        transient String secret = "s3cret";
        int version = 1;

        private void writeObject(ObjectOutputStream o) throws IOException {
            o.defaultWriteObject();
            o.writeUTF(new StringBuilder(secret).reverse().toString());
            o.writeInt(42);
        }

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject();
            secret = new StringBuilder(i.readUTF()).reverse() + "/" + i.readInt();
            version++;
        }
    }

    static class Single implements Serializable {
        private static final long serialVersionUID = 3L;
        static final Single ONE = new Single();

        private Object readResolve() {
            return ONE;
        }
    }

    public static class Ext implements Externalizable {
        int v;

        public Ext() {
            v = -1;
        }

        @Override
        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(v * 2);
        }

        @Override
        public void readExternal(ObjectInput i) throws IOException {
            v = i.readInt() + 1;
        }
    }

    record Rec(int x, String s) implements Serializable {
        Rec {
            if (x < 0) {
                throw new IllegalArgumentException("neg");
            }
        }
    }

    enum Color { RED, GREEN { } }

    static class Bad implements Serializable {
        private static final long serialVersionUID = 4L;
        Object o = new Object();
    }

    static class Validated implements Serializable {
        private static final long serialVersionUID = 5L;
        int v;

        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            i.defaultReadObject();
            if (v > 10) {
                throw new InvalidObjectException("too big " + v);
            }
        }
    }

    static byte[] write(Object... os) throws IOException {
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(bo)) {
            for (Object x : os) {
                o.writeObject(x);
            }
        }
        return bo.toByteArray();
    }

    static Object read(byte[] b) throws Exception {
        try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(b))) {
            return i.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Node a = new Node("a");
        a.next = new Node("b");
        a.next.next = a;
        a.temp = 1000;
        a.parentState = 55;
        byte[] bytes = write(a);
        System.out.println(bytes.length + " " + Arrays.hashCode(bytes) + " " + Integer.toHexString(bytes[0] & 255) + Integer.toHexString(bytes[1] & 255));
        Node r = (Node) read(bytes);
        System.out.println(r.name + r.next.name + (r.next.next == r) + r.temp + Arrays.toString(r.data) + r.parentState + r.d + r.c + r.b + r.l);
        Custom c = (Custom) read(write(new Custom()));
        System.out.println(c.secret + c.version);
        System.out.println((read(write(Single.ONE)) == Single.ONE) + " " + (read(write(Color.GREEN)) == Color.GREEN));
        Ext e = new Ext();
        e.v = 10;
        System.out.println(((Ext) read(write(e))).v + " " + read(write(new Rec(3, "rec"))));
        Map<String, List<Integer>> m = new LinkedHashMap<>();
        m.put("k", new ArrayList<>(List.of(1, 2)));
        m.put(null, null);
        System.out.println(read(write(m)) + " " + read(write(List.of(1, "x", 2.5))) + Arrays.toString((int[]) read(write(new int[] {4, 5}))) + Arrays.deepToString((String[][]) read(write((Object) new String[][] {{"p"}, null}))) + read(write("str")) + read(write(5L)) + read(write((Object) null)) + read(write(int[].class)) + read(write(new java.math.BigDecimal("1.50"))));
        try {
            write(new Bad());
        } catch (NotSerializableException x) {
            System.out.println(x.getMessage());
        }
        Validated v = new Validated();
        v.v = 11;
        byte[] vb = write(v);
        try {
            read(vb);
        } catch (InvalidObjectException x) {
            System.out.println(x.getMessage());
        }
        try {
            read(new byte[] {1, 2, 3, 4});
        } catch (java.io.StreamCorruptedException x) {
            System.out.println(x.getMessage());
        }
        StringBuilder sb = new StringBuilder("shared");
        try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(write(sb, sb, "end")))) {
            Object one = i.readObject();
            System.out.println((one == i.readObject()) + " " + one + i.readObject());
            i.readObject();
        } catch (java.io.EOFException x) {
            System.out.println("eof");
        }
        RuntimeException ex = new RuntimeException("msg", new IllegalStateException("cause"));
        RuntimeException back = (RuntimeException) read(write(ex));
        System.out.println(back + " " + back.getCause() + back.getStackTrace()[0].getMethodName());
    }
}
