import java.lang.invoke.*;
import java.util.*;

public class MethodHandleTour {
    int x = 3;
    static String s(int a, Object... r) {
        return a + Arrays.toString(r);
    }
    public static void main(String[] a) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle h = l.findStatic(MethodHandleTour.class, "s", MethodType.methodType(String.class, int.class,
                Object[].class));
        System.out.println(h.isVarargsCollector() + " " + h.invoke(1, "a", 2) + h.asFixedArity().invoke(1,
                new Object[0]) + h.type());
        System.out.println((int) l.findGetter(MethodHandleTour.class, "x",
                int.class).invokeExact(new MethodHandleTour()) + " " + l.findVirtual(String.class, "length",
                MethodType.methodType(int.class)).bindTo("hello").invoke());
        try {
            l.findVirtual(String.class, "nope", MethodType.methodType(void.class));
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object o = (Object) h.invokeExact(1);
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(MethodHandles.filterReturnValue(l.findVirtual(String.class, "concat",
                MethodType.methodType(String.class, String.class)), l.findVirtual(String.class, "toUpperCase",
                MethodType.methodType(String.class))).invoke("a", "b"));
        MethodHandle g = MethodHandles.guardWithTest(l.findVirtual(String.class, "isEmpty",
                MethodType.methodType(boolean.class)),
                MethodHandles.dropArguments(MethodHandles.constant(String.class, "E"), 0, String.class),
                MethodHandles.identity(String.class));
        System.out.println(g.invoke("") + "" + g.invoke("z"));
        System.out.println(MethodHandles.insertArguments(h, 0, 7).asCollector(Object[].class, 2).invoke("p", "q"));
        VarHandle v = MethodHandles.arrayElementVarHandle(int[].class);
        int[] ar = {1, 2};
        System.out.println(v.compareAndSet(ar, 0, 1, 5) + " " + ar[0] + v.getAndAdd(ar, 1, 3) + v.coordinateTypes());
        System.out.println(MethodHandles.catchException(MethodHandles.throwException(int.class,
                RuntimeException.class).bindTo(new RuntimeException("m")), RuntimeException.class,
                MethodHandles.dropArguments(MethodHandles.constant(int.class, 9), 0,
                RuntimeException.class)).invoke());
        System.out.println(MethodHandles.foldArguments(l.findStatic(Math.class, "max",
                MethodType.methodType(int.class, int.class, int.class)), MethodHandles.constant(int.class,
                4)).invoke(3) + " " + MethodHandles.permuteArguments(l.findStatic(Math.class, "floorDiv",
                MethodType.methodType(int.class, int.class, int.class)), MethodType.methodType(int.class, int.class,
                int.class), 1, 0).invoke(2, 9));
        System.out.println(l.revealDirect(l.unreflect(MethodHandleTour.class.getDeclaredMethod("s", int.class,
                Object[].class))) + " " + MethodHandleProxies.asInterfaceInstance(Runnable.class,
                MethodHandles.constant(Void.class,
                null).asType(MethodType.methodType(void.class))).getClass().isInterface());
        System.out.println(MethodHandles.iteratedLoop(null, MethodHandles.constant(int.class, 0),
                MethodHandles.dropArguments(MethodHandles.identity(int.class), 1, Object.class)).type());
        SwitchPoint sp = new SwitchPoint();
        System.out.println(sp.guardWithTest(MethodHandles.constant(int.class, 1), MethodHandles.constant(int.class,
                2)).invoke());
        MutableCallSite cs = new MutableCallSite(MethodType.methodType(int.class));
        cs.setTarget(MethodHandles.constant(int.class, 8));
        System.out.println(cs.dynamicInvoker().invoke());
    }
}
