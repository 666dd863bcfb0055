import java.nio.ByteBuffer;

/** Two threads use memory outside of the heap without a lock. */
public class Main {
    private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(8);

    public static void main(String[] args) {
        new Thread(() -> {
            BUFFER.putInt(0, 1);
            BUFFER.putInt(4, 1);
        }).start();
        int ready = BUFFER.getInt(4);
        System.out.println(ready + " " + BUFFER.getInt(0));
    }
}
