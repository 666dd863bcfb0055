import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;

public class AllocationChurn {
    static class Node {
        Node left, right;
        int v;

        Node(int depth, int v) {
            this.v = v;
            if (depth > 0) {
                left = new Node(depth - 1, v * 2);
                right = new Node(depth - 1, v * 2 + 1);
            }
        }

        int check() {
            return left == null ? v : v + left.check() - right.check();
        }
    }

    static class Cyclic {
        Cyclic other;
        byte[] payload = new byte[100];
    }

    public static void main(String[] args) {
        Node keep = new Node(10, 1);
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += new Node(8, i).check();
        }
        System.out.println(sum + " " + keep.check());
        Cyclic last = null;
        for (int i = 0; i < 3000; i++) {
            Cyclic a = new Cyclic();
            Cyclic b = new Cyclic();
            a.other = b;
            b.other = i % 100 == 0 ? last : a;
            a.payload[i % 100] = (byte) i;
            last = a;
        }
        int len = 0;
        for (Cyclic c = last; c != null && len < 5; c = c.other) {
            len++;
        }
        System.out.println(len + " " + last.payload[99]);
        String s = "";
        for (int i = 0; i < 300; i++) {
            s += i % 10;
        }
        System.out.println(s.length() + " " + s.hashCode());
        List<int[]> blocks = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            blocks.add(new int[i]);
            if (blocks.size() > 50) {
                blocks.remove(0);
            }
        }
        System.out.println(blocks.stream().mapToInt(b -> b.length).sum());
        Map<Integer, String> m = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            m.put(i % 500, "v" + i);
            if (i % 3 == 0) {
                m.remove(i % 250);
            }
        }
        System.out.println(m.size() + " " + m.get(499) + " " + m.get(3));
        LinkedList<Object> q = new LinkedList<>();
        for (int i = 0; i < 4000; i++) {
            q.add(i % 2 == 0 ? (Object) Integer.valueOf(i) : (Object) ("s" + i));
            if (q.size() > 20) {
                q.removeFirst();
            }
        }
        System.out.println(q.getFirst() + " " + q.getLast());
        Object[] chain = new Object[1];
        Object[] p = chain;
        for (int i = 0; i < 5000; i++) {
            Object[] n = new Object[1];
            p[0] = n;
            p = n;
        }
        int depth = 0;
        for (Object[] c = chain; c[0] != null; c = (Object[]) c[0]) {
            depth++;
        }
        System.gc();
        System.out.println(depth + " " + keep.left.right.v);
    }
}
