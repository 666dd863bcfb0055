import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

public class VarHandleModes {
    int i;
    long l;
    byte b;
    char c;
    short s;
    boolean z;
    float f;
    double d;
    volatile String str = "a";
    final int fin = 3;
    static int st = 100;
    static Object obj;

    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " ";
        }
    }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lk = MethodHandles.lookup();
        VarHandleModes o = new VarHandleModes();
        VarHandle I = lk.findVarHandle(VarHandleModes.class, "i", int.class);
        I.set(o, 1);
        System.out.print((int) I.get(o) + " ");
        I.setVolatile(o, 2);
        System.out.print((int) I.getVolatile(o) + " ");
        I.setOpaque(o, 3);
        System.out.print((int) I.getOpaque(o) + " ");
        I.setRelease(o, 4);
        System.out.println((int) I.getAcquire(o));
        System.out.println(I.compareAndSet(o, 4, 5) + " " + I.compareAndSet(o, 4, 6) + " " + (int) I.compareAndExchange(o, 5, 7) + (int) I.compareAndExchange(o, 5, 8) + (int) I.compareAndExchangeAcquire(o, 7, 9) + (int) I.compareAndExchangeRelease(o, 9, 10) + " " + o.i);
        System.out.println((int) I.getAndSet(o, 20) + " " + (int) I.getAndSetAcquire(o, 21) + " " + (int) I.getAndSetRelease(o, 22) + " " + (int) I.getAndAdd(o, 5) + " " + (int) I.getAndAddAcquire(o, -1) + " " + (int) I.getAndAddRelease(o, Integer.MAX_VALUE) + " " + o.i);
        o.i = 0b1100;
        System.out.println((int) I.getAndBitwiseOr(o, 0b0011) + " " + (int) I.getAndBitwiseAnd(o, 0b1010) + " " + (int) I.getAndBitwiseXor(o, 0b1111) + " " + (int) I.getAndBitwiseOrAcquire(o, 64) + " " + (int) I.getAndBitwiseAndRelease(o, 65) + " " + (int) I.getAndBitwiseXorAcquire(o, 1) + " " + o.i);
        VarHandle L = lk.findVarHandle(VarHandleModes.class, "l", long.class);
        L.set(o, 1L << 40);
        System.out.println((long) L.getAndAdd(o, 5L) + " " + L.compareAndSet(o, (1L << 40) + 5, -1L) + " " + (long) L.getAndBitwiseXor(o, 255L) + " " + o.l);
        L.set(o, 7);
        System.out.println(o.l);
        VarHandle B = lk.findVarHandle(VarHandleModes.class, "b", byte.class);
        VarHandle S = lk.findVarHandle(VarHandleModes.class, "s", short.class);
        VarHandle C = lk.findVarHandle(VarHandleModes.class, "c", char.class);
        VarHandle Z = lk.findVarHandle(VarHandleModes.class, "z", boolean.class);
        VarHandle F = lk.findVarHandle(VarHandleModes.class, "f", float.class);
        VarHandle D = lk.findVarHandle(VarHandleModes.class, "d", double.class);
        System.out.println((byte) B.getAndAdd(o, (byte) 127) + "" + (byte) B.getAndAdd(o, (byte) 1) + o.b + (short) S.getAndSet(o, (short) -5) + (short) S.getAndBitwiseAnd(o, (short) 255) + o.s + " " + (int) (char) C.getAndAdd(o, 'a') + o.c + C.compareAndSet(o, 'a', 'b') + o.c);
        System.out.println(Z.compareAndSet(o, false, true) + "" + (boolean) Z.getAndBitwiseXor(o, true) + o.z + (boolean) Z.getAndSet(o, true) + o.z + (float) F.getAndAdd(o, 1.5f) + o.f + (double) D.getAndAdd(o, 0.1) + (double) D.getAndAdd(o, 0.2) + o.d + D.compareAndSet(o, 0.3, 1.0) + D.compareAndSet(o, 0.1 + 0.2, Double.NaN) + D.compareAndSet(o, Double.NaN, -0.0) + D.compareAndSet(o, 0.0, 5.0) + o.d);
        VarHandle STR = lk.findVarHandle(VarHandleModes.class, "str", String.class);
        String same = o.str;
        System.out.println(STR.compareAndSet(o, new String("a"), "b") + "" + STR.compareAndSet(o, same, "b") + (String) STR.getAndSet(o, "c") + (String) STR.compareAndExchange(o, "c", "d") + o.str + attempt(() -> STR.set(o, (Object) 5)) + attempt(() -> STR.getAndAdd(o, "x")) + STR.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD));
        boolean weak = false;
        for (int k = 0; k < 1000 && !weak; k++) {
            weak = STR.weakCompareAndSet(o, "d", "w") || STR.weakCompareAndSetPlain(o, "d", "w") || STR.weakCompareAndSetAcquire(o, "d", "w") || STR.weakCompareAndSetRelease(o, "d", "w");
        }
        System.out.println(weak + o.str);
        VarHandle ST = lk.findStaticVarHandle(VarHandleModes.class, "st", int.class);
        System.out.println((int) ST.getAndAdd(1) + " " + ST.compareAndSet(101, 0) + st + (int) ST.getVolatile() + ST.varType() + ST.coordinateTypes() + I.coordinateTypes());
        VarHandle OBJ = lk.findStaticVarHandle(VarHandleModes.class, "obj", Object.class);
        System.out.println(OBJ.compareAndSet(null, "init") + "" + OBJ.get() + OBJ.getAndSet((Object) 5) + obj);
        VarHandle FIN = lk.findVarHandle(VarHandleModes.class, "fin", int.class);
        System.out.println((int) FIN.get(o) + attempt(() -> FIN.set(o, 4)) + attempt(() -> FIN.compareAndSet(o, 3, 4)) + FIN.isAccessModeSupported(VarHandle.AccessMode.SET) + attempt(() -> I.get((Object) "wrong receiver")) + attempt(() -> I.get((VarHandleModes) null)) + attempt(() -> I.set(o, "s")) + attempt(() -> I.set(o)) + attempt(() -> I.set(o, 5L)));
        VarHandle IA = MethodHandles.arrayElementVarHandle(int[].class);
        VarHandle LA = MethodHandles.arrayElementVarHandle(long[].class);
        VarHandle SA = MethodHandles.arrayElementVarHandle(String[].class);
        VarHandle BA = MethodHandles.arrayElementVarHandle(byte[].class);
        int[] ia = {1, 2, 3};
        long[] la = {1, 2};
        String[] sa = {"x", "y"};
        byte[] ba = {1, 2};
        System.out.println((int) IA.getAndAdd(ia, 1, 10) + "" + IA.compareAndSet(ia, 0, 1, 9) + (int) IA.getAcquire(ia, 2) + Arrays.toString(ia) + (long) LA.getAndSet(la, 0, -1L) + Arrays.toString(la) + SA.compareAndSet(sa, 1, "y", "z") + Arrays.toString(sa) + (byte) BA.getAndBitwiseOr(ba, 1, (byte) 5) + Arrays.toString(ba));
        Object[] asObjects = sa;
        VarHandle OA = MethodHandles.arrayElementVarHandle(Object[].class);
        System.out.println(attempt(() -> IA.get(ia, 3)) + attempt(() -> IA.set(ia, -1, 0)) + attempt(() -> OA.set(asObjects, 0, (Object) 5)) + attempt(() -> OA.set(asObjects, 0, (Object) "fine")) + attempt(() -> IA.get((int[]) null, 0)));
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        byte[] raw = new byte[9];
        view.set(raw, 1, 0x01020304);
        System.out.println(Arrays.toString(raw) + (int) view.get(raw, 0) + attempt(() -> view.get(raw, 6)) + (int) MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN).get(raw, 1));
        System.out.println(I.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET) + " " + (int) I.toMethodHandle(VarHandle.AccessMode.GET).bindTo(o).type().parameterCount());
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        System.out.println("fences");
    }
}
