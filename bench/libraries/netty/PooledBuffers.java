import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

/** Two threads allocate from a pool: their buffers do not overlap. */
public class PooledBuffers {
    public static void main(String[] args) throws Exception {
        PooledByteBufAllocator pool = new PooledByteBufAllocator(false, 1, 0, 8192, 1);
        ByteBuf[] buffers = new ByteBuf[2];
        Thread other = new Thread(() -> {
            buffers[0] = pool.heapBuffer(16);
            buffers[0].writeInt(1);
        });
        other.start();
        buffers[1] = pool.heapBuffer(16);
        buffers[1].writeInt(2);
        other.join();
        assert buffers[0].readInt() == 1 && buffers[1].readInt() == 2;
        buffers[0].release();
        buffers[1].release();
    }
}
