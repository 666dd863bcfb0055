import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Main {
    static class Node {
        static volatile Node leaked;
        final int value;

        Node() {
            leaked = this;
            value = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        VarHandle value = MethodHandles.lookup().findVarHandle(Node.class, "value", int.class);
        Thread thread = new Thread(() -> {
            Node node = Node.leaked;
            if (node != null) {
                int first = (int) value.get(node);
                int second = (int) value.get(node);
                assert first == second;
            }
        });
        thread.start();
        new Node();
        thread.join();
    }
}
