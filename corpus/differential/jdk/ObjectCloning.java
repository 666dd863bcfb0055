import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

public class ObjectCloning {
    static class Shallow implements Cloneable {
        int n = 1;
        int[] arr = {1, 2};
        List<String> list = new ArrayList<>(List.of("a"));
        static int constructed;
        final String fin = "f".concat("in");

        Shallow() {
            constructed++;
        }

        @Override
        public Shallow clone() throws CloneNotSupportedException {
            return (Shallow) super.clone();
        }
    }

    static class Deep extends Shallow {
        Deep child;

        @Override
        public Deep clone() throws CloneNotSupportedException {
            Deep d = (Deep) super.clone();
            d.arr = arr.clone();
            d.list = new ArrayList<>(list);
            if (child != null) {
                d.child = child.clone();
            }
            return d;
        }
    }

    static class Not {
        Object tryClone() throws CloneNotSupportedException {
            return clone();
        }
    }

    static class Sub extends Not implements Cloneable { int v = 3; }

    static class Account {
        final String id;
        private int bal;

        Account(String id, int b) {
            this.id = id;
            bal = b;
        }

        @Override
        public boolean equals(Object o) {
            if (this == o) return true;
            if (!(o instanceof Account)) return false;
            return id.equals(((Account) o).id);
        }

        @Override
        public int hashCode() {
            return 31 + id.hashCode();
        }
    }

    public static void main(String[] args) throws Exception {
        Shallow s = new Shallow();
        Shallow t = s.clone();
        t.n = 5;
        t.arr[0] = 99;
        t.list.add("b");
        System.out.println(s.n + " " + s.arr[0] + s.list + (s.arr == t.arr) + (s != t) + (s.getClass() == t.getClass()) + Shallow.constructed + t.fin);
        Deep d = new Deep();
        d.child = new Deep();
        d.child.list.add("deep");
        Deep e = d.clone();
        e.child.arr[1] = -1;
        e.child.list.clear();
        System.out.println(d.child.arr[1] + "" + d.child.list + e.child.list + (e.child != d.child) + Shallow.constructed);
        Shallow viaBase = d;
        System.out.println(viaBase.clone().getClass().getSimpleName());
        try {
            new Not().tryClone();
        } catch (CloneNotSupportedException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(((Sub) new Sub().tryClone()).v);
        int[][] grid = {{1, 2}, {3}};
        int[][] g2 = grid.clone();
        g2[0][0] = 50;
        g2[1] = new int[] {7, 8};
        System.out.println(Arrays.deepToString(grid) + Arrays.deepToString(g2));
        String[] sa = {"x", null};
        Object[] oa = sa;
        Object[] oc = oa.clone();
        System.out.println(oc.getClass().getSimpleName() + Arrays.toString(oc) + (oc != oa) + new int[0].clone().length + Arrays.toString(new boolean[] {true}.clone()) + new double[] {-0.0}.clone()[0]);
        HashMap<Account, String> m = new HashMap<>();
        Account a1 = new Account("one", 1);
        m.put(a1, "v1");
        @SuppressWarnings("unchecked")
        HashMap<Account, String> mc = (HashMap<Account, String>) m.clone();
        mc.put(new Account("one", 2), "v2");
        mc.put(new Account("two", 2), "v3");
        System.out.println(m.size() + "" + mc.size() + m.get(new Account("one", 77)) + mc.get(a1) + mc.keySet().iterator().next().getClass().getSimpleName() + mc.keySet().stream().mapToInt(x -> x.bal).sum());
        @SuppressWarnings("unchecked")
        ArrayList<int[]> al = (ArrayList<int[]>) new ArrayList<>(List.of(new int[] {1})).clone();
        al.get(0)[0]++;
        System.out.println(al.get(0)[0]);
    }
}
