import java.lang.invoke.VarHandle;

public class Main {
    static int data;
    static boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence();
            ready = true;
        }).start();
        if (ready) {
            VarHandle.acquireFence();
            assert data == 1;
        }
    }
}
