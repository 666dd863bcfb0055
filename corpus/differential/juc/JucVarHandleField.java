import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class JucVarHandleField {
    int x;
    volatile long v;
    boolean flag;
    String s = "init";
    final int fin = 3;
    static int counter;
    byte b;
    double d = 1.5;

    static final VarHandle X;
    static final VarHandle V;
    static final VarHandle FLAG;
    static final VarHandle S;
    static final VarHandle FIN;
    static final VarHandle COUNTER;
    static final VarHandle B;
    static final VarHandle D;

    static {
        try {
            MethodHandles.Lookup l = MethodHandles.lookup();
            X = l.findVarHandle(JucVarHandleField.class, "x", int.class);
            V = l.findVarHandle(JucVarHandleField.class, "v", long.class);
            FLAG = l.findVarHandle(JucVarHandleField.class, "flag", boolean.class);
            S = l.findVarHandle(JucVarHandleField.class, "s", String.class);
            FIN = l.findVarHandle(JucVarHandleField.class, "fin", int.class);
            COUNTER = l.findStaticVarHandle(JucVarHandleField.class, "counter", int.class);
            B = l.findVarHandle(JucVarHandleField.class, "b", byte.class);
            D = l.findVarHandle(JucVarHandleField.class, "d", double.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        JucVarHandleField o = new JucVarHandleField();
        X.set(o, 5);
        System.out.println((int) X.get(o) + " " + (int) X.getVolatile(o) + " " + (int) X.getAcquire(o) + " " + (int) X.getOpaque(o));
        System.out.println(X.compareAndSet(o, 5, 6) + " " + X.compareAndSet(o, 5, 7) + " " + (int) X.compareAndExchange(o, 6, 8)
                + " " + (int) X.getAndAdd(o, 10) + " " + (int) X.getAndSet(o, 255) + " " + o.x);
        System.out.println((int) X.getAndBitwiseAnd(o, 0x0F) + " " + (int) X.getAndBitwiseOr(o, 0x30) + " "
                + (int) X.getAndBitwiseXor(o, 0x3F) + " " + o.x);
        X.setVolatile(o, 1);
        X.setRelease(o, 2);
        X.setOpaque(o, 3);
        System.out.println(o.x);
        System.out.println((long) V.getAndAdd(o, 1L << 35) + " " + o.v + " " + (long) V.getAndAddAcquire(o, 1) + " " + o.v);
        System.out.println(FLAG.compareAndSet(o, false, true) + " " + (boolean) FLAG.getAndSet(o, false) + " " + o.flag);
        System.out.println((String) S.getAndSet(o, "next") + " " + S.compareAndSet(o, "next", null) + " " + o.s);
        System.out.println((byte) B.getAndAdd(o, (byte) 100) + " " + (byte) B.getAndAdd(o, (byte) 100) + " " + o.b
                + " " + B.compareAndSet(o, (byte) -56, (byte) 7) + " " + o.b);
        System.out.println((double) D.getAndAdd(o, 2.25) + " " + o.d + " " + D.compareAndSet(o, 3.75, -0.0) + " " + o.d);
        System.out.println("final " + (int) FIN.get(o));
        bad("set final", () -> FIN.set(o, 4));
        bad("null receiver", () -> X.get((JucVarHandleField) null));
        bad("string add", () -> S.getAndAdd(o, "x"));
        try {
            String wrong = (String) X.get(o);
            System.out.println(wrong);
        } catch (java.lang.invoke.WrongMethodTypeException e) {
            System.out.println("WMTE");
        }
        System.out.println(X.varType() + " " + X.coordinateTypes() + " " + COUNTER.coordinateTypes().size());
        System.out.println(X.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " "
                + S.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD) + " "
                + FIN.isAccessModeSupported(VarHandle.AccessMode.SET));
        System.out.println(V.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET));

        JucVarHandleField sh = new JucVarHandleField();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    COUNTER.getAndAdd(1);
                    X.getAndAdd(sh, 2);
                    B.getAndAdd(sh, (byte) 1);
                    double old;
                    do {
                        old = (double) D.getVolatile(sh);
                    } while (!D.weakCompareAndSet(sh, old, old + 0.5));
                    V.getAndBitwiseXor(sh, 1L << (j % 60));
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(counter + " " + sh.x + " " + sh.b + " " + sh.d + " " + sh.v);

        // release and acquire pair
        JucVarHandleField p = new JucVarHandleField();
        int[] seen = new int[1];
        Thread reader = new Thread(() -> {
            while (!(boolean) FLAG.getAcquire(p)) {
                Thread.onSpinWait();
            }
            seen[0] = p.x;
        });
        reader.start();
        p.x = 99;
        FLAG.setRelease(p, true);
        reader.join();
        System.out.println("seen " + seen[0]);
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        System.out.println("fences");
    }
}
