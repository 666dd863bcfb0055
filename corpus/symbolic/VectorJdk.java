import java.util.Vector;

public class VectorJdk {
    static void test(Integer x) {
        final Vector<Integer> v1 = new Vector<Integer>();
        v1.add(x);
        new Thread(new Runnable() {
            public void run() { v1.removeAllElements(); }
        }).start();
        Vector<Integer> v2 = new Vector<Integer>(v1);
        assert (v2.isEmpty() || v2.elementAt(0) == x);
    }
}
