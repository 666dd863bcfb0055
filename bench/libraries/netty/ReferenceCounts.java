import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Two threads release a buffer that was retained once: exactly one of them frees it. */
public class ReferenceCounts {
    public static void main(String[] args) throws Exception {
        ByteBuf buffer = Unpooled.buffer(8);
        buffer.writeInt(42);
        buffer.retain();
        boolean[] freed = new boolean[2];
        Thread other = new Thread(() -> {
            assert buffer.getInt(0) == 42;
            freed[0] = buffer.release();
        });
        other.start();
        assert buffer.getInt(0) == 42;
        freed[1] = buffer.release();
        other.join();
        assert freed[0] != freed[1];
        assert buffer.refCnt() == 0;
    }
}
