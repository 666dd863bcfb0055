// A stack whose compare-and-set may fail without a reason, and is tried again.
// sc: proved
// jmm: proved
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class TreiberWeak {
    static final class Node {
        int value;
        Node next;
    }

    static Node top;
    static final VarHandle TOP = handle(TreiberWeak.class, "top", Node.class);

    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void push(int value) {
        Node node = new Node();
        node.value = value;
        do {
            node.next = (Node) TOP.getVolatile();
        } while (!TOP.weakCompareAndSet(node.next, node));
    }

    static Node pop() {
        while (true) {
            Node seen = (Node) TOP.getVolatile();
            if (seen == null || TOP.weakCompareAndSet(seen, seen.next)) {
                return seen;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            push(1);
        }, "one");
        Thread two = new Thread(() -> {
            Node node = pop();
            if (node != null && node.value != 1) {
                throw new AssertionError("value " + node.value);
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
