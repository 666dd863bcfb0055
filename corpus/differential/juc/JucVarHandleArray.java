import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

public class JucVarHandleArray {
    static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    static final VarHandle STRS = MethodHandles.arrayElementVarHandle(String[].class);
    static final VarHandle BOOLS = MethodHandles.arrayElementVarHandle(boolean[].class);
    static final VarHandle SHORTS = MethodHandles.arrayElementVarHandle(short[].class);
    static final VarHandle CHARS = MethodHandles.arrayElementVarHandle(char[].class);
    static final VarHandle VIEW = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LVIEW = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle BUF = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    static void par(int n, java.util.function.IntConsumer c) throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> c.accept(k));
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        int[] a = {1, 2, 3};
        System.out.println((int) INTS.get(a, 1) + " " + INTS.compareAndSet(a, 1, 2, 20) + " " + (int) INTS.getAndAdd(a, 2, 5) + " "
                + Arrays.toString(a));
        bad("index", () -> INTS.set(a, 3, 1));
        bad("negative", () -> INTS.getVolatile(a, -1));
        bad("null array", () -> INTS.get((int[]) null, 0));
        try {
            MethodHandles.arrayElementVarHandle(String.class);
        } catch (IllegalArgumentException e) {
            System.out.println("not an array: IAE");
        }

        int[] hist = new int[5];
        long[] ls = new long[2];
        short[] sh = new short[3];
        char[] cs = {'a', 'a'};
        boolean[] bs = new boolean[8];
        int[] claims = new int[1];
        par(4, k -> {
            for (int i = 0; i < 50; i++) {
                INTS.getAndAdd(hist, i % 5, 1);
                LONGS.getAndAdd(ls, i & 1, 1L << 33);
                SHORTS.getAndAdd(sh, i % 3, (short) 1000);
                CHARS.getAndAdd(cs, i & 1, (char) 1);
            }
            for (int i = 0; i < 8; i++) {
                if (BOOLS.compareAndSet(bs, i, false, true)) {
                    INTS.getAndAdd(claims, 0, 1);
                }
            }
        });
        System.out.println(Arrays.toString(hist) + " " + Arrays.toString(ls) + " " + Arrays.toString(sh) + " "
                + (int) cs[0] + " " + (int) cs[1] + " claims " + claims[0] + " " + Arrays.toString(bs));

        String[] ss = {"x", null};
        System.out.println(STRS.compareAndSet(ss, 1, null, "y") + " " + (String) STRS.getAndSet(ss, 0, "z") + " " + Arrays.toString(ss));
        Object[] asObjects = ss;
        VarHandle objs = MethodHandles.arrayElementVarHandle(Object[].class);
        bad("store check", () -> objs.set(asObjects, 0, Integer.valueOf(1)));
        System.out.println((Object) objs.get(asObjects, 0));

        byte[] bytes = new byte[16];
        VIEW.set(bytes, 0, 0x01020304);
        VIEW.set(bytes, 5, 0x0A0B0C0D);
        LVIEW.set(bytes, 8, 0x1122334455667788L);
        System.out.println(Arrays.toString(bytes));
        System.out.println(Integer.toHexString((int) VIEW.get(bytes, 1)) + " " + Long.toHexString((long) LVIEW.get(bytes, 8)));
        bad("view end", () -> VIEW.get(bytes, 13));

        ByteBuffer bb = ByteBuffer.allocateDirect(16);
        par(4, k -> {
            for (int i = 0; i < 25; i++) {
                BUF.getAndAdd(bb, 4 * (i & 3), k + 1);
            }
        });
        System.out.println((int) BUF.get(bb, 0) + " " + (int) BUF.getVolatile(bb, 4) + " " + (int) BUF.get(bb, 8) + " " + bb.get(12));

        // a ring with acquire and release, one producer and one consumer
        int[] ring = new int[4];
        int[] ht = new int[2];
        long[] sum = new long[1];
        Thread prod = new Thread(() -> {
            for (int i = 1; i <= 100; i++) {
                while (i - 1 - (int) INTS.getAcquire(ht, 0) >= 4) {
                    Thread.onSpinWait();
                }
                ring[(i - 1) & 3] = i;
                INTS.setRelease(ht, 1, i);
            }
        });
        prod.start();
        for (int i = 0; i < 100; i++) {
            while ((int) INTS.getAcquire(ht, 1) <= i) {
                Thread.onSpinWait();
            }
            sum[0] = sum[0] * 31 + ring[i & 3];
            INTS.setRelease(ht, 0, i + 1);
        }
        prod.join();
        System.out.println("sum " + sum[0]);
    }
}
