import java.util.Vector;

public class Main {
    public static void main(String[] args) {
        Vector<Integer> v1 = new Vector<>(1);
        Integer x = 7;
        v1.add(x);
        new Thread(() -> v1.removeAllElements()).start();
        Vector<Integer> v2 = new Vector<>(v1);
        assert v2.isEmpty() || v2.elementAt(0) == x;
    }
}
