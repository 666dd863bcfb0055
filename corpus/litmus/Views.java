// Accesses of several sizes to the same memory, and copies.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

import static org.openjdk.jcstress.annotations.Expect.*;

public class Views {
    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(of, MethodHandles.lookup()).findVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class AlignedPlain {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            I.set(bytes, 4, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = (int) I.get(bytes, 4);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(id = {"65535", "-65536"}, expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class MisalignedPlain {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            I.set(bytes, 2, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = (int) I.get(bytes, 2);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(id = {"4294967295", "-4294967296"}, expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class LongPlain {
        static final VarHandle J = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            J.set(bytes, 8, -1L);
        }

        @Actor
        public void read(J_Result r) {
            r.r1 = (long) J.get(bytes, 8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class LongOpaque {
        static final VarHandle J = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            J.setOpaque(bytes, 8, -1L);
        }

        @Actor
        public void read(J_Result r) {
            r.r1 = (long) J.getOpaque(bytes, 8);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class PlainMessage {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];
        int data;

        @Actor
        public void write() {
            data = 1;
            I.set(bytes, 0, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) I.get(bytes, 0);
            r.r2 = data;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = FORBIDDEN)
    @State
    public static class AcquireReleaseMessage {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];
        int data;

        @Actor
        public void write() {
            data = 1;
            I.setRelease(bytes, 0, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) I.getAcquire(bytes, 0);
            r.r2 = data;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 0", expect = FORBIDDEN)
    @State
    public static class VolatileStoreBuffering {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void one(II_Result r) {
            I.setVolatile(bytes, 0, 1);
            r.r1 = (int) I.getVolatile(bytes, 4);
        }

        @Actor
        public void two(II_Result r) {
            I.setVolatile(bytes, 4, 1);
            r.r2 = (int) I.getVolatile(bytes, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class PlainStoreBuffering {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void one(II_Result r) {
            I.set(bytes, 0, 1);
            r.r1 = (int) I.get(bytes, 4);
        }

        @Actor
        public void two(II_Result r) {
            I.set(bytes, 4, 1);
            r.r2 = (int) I.get(bytes, 0);
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class Updates {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void one() {
            I.getAndAdd(bytes, 0, 1);
        }

        @Actor
        public void two() {
            I.getAndAddAcquire(bytes, 0, 1);
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = (int) I.get(bytes, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "1", "256", "257"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class BytesUnderView {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        final byte[] bytes = new byte[16];

        @Actor
        public void one() {
            bytes[0] = 1;
        }

        @Actor
        public void two() {
            bytes[1] = 1;
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = (int) I.getAcquire(bytes, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class HeapBuffer {
        final ByteBuffer buffer = ByteBuffer.allocate(8);

        @Actor
        public void one(II_Result r) {
            buffer.putInt(0, 1);
            r.r1 = buffer.getInt(4);
        }

        @Actor
        public void two(II_Result r) {
            buffer.putInt(4, 1);
            r.r2 = buffer.getInt(0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(id = {"4294967295", "-4294967296"}, expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class WholeWriteTornRead {
        static final VarHandle X = handle(WholeWriteTornRead.class, "x", long.class);
        long x;

        @Actor
        public void write() {
            X.setOpaque(this, -1L);
        }

        @Actor
        public void read(J_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class UpdatesOfLong {
        static final VarHandle X = handle(UpdatesOfLong.class, "x", long.class);
        long x;

        @Actor
        public void one() {
            X.getAndAdd(this, 1L);
        }

        @Actor
        public void two() {
            X.getAndAddRelease(this, 1L);
        }

        @Arbiter
        public void arbiter(J_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class CopyTo {
        final int[] source = {1, 1};
        final int[] target = new int[2];

        @Actor
        public void write() {
            System.arraycopy(source, 0, target, 0, 2);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = target[1];
            r.r2 = target[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 1", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class CopyFrom {
        final int[] source = new int[2];

        @Actor
        public void write() {
            source[0] = 1;
            source[1] = 1;
        }

        @Actor
        public void read(II_Result r) {
            int[] copy = source.clone();
            r.r1 = copy[0];
            r.r2 = copy[1];
        }
    }
}
