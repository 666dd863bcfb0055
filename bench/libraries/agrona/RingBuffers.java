import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Two threads write messages into a ring buffer, main reads them. */
public class RingBuffers {
    public static void main(String[] args) throws Exception {
        ManyToOneRingBuffer ring = new ManyToOneRingBuffer(
                new UnsafeBuffer(ByteBuffer.allocateDirect(64 + RingBufferDescriptor.TRAILER_LENGTH)));
        Thread other = new Thread(() -> write(ring, 1));
        other.start();
        write(ring, 2);
        other.join();
        int[] sum = new int[1];
        int read = ring.read((type, buffer, index, length) -> sum[0] += buffer.getInt(index));
        assert read == 2 && sum[0] == 3;
    }

    static void write(ManyToOneRingBuffer ring, int n) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[4]);
        message.putInt(0, n);
        assert ring.write(1, message, 0, 4);
    }
}
