import java.nio.ByteBuffer;

/** Two threads use one buffer, which reaches its bytes by code inside the JDK. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        Thread writer = new Thread(() -> buffer.putInt(0, 1));
        writer.start();
        int seen = buffer.getInt(0);
        writer.join();
        System.out.println(seen);
    }
}
