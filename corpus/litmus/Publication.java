// An object is made by one thread and found by another.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class Publication {
    @JCStressTest
    @State
    public static class PlainField {
        Box box;

        static final class Box {
            int value;

            Box() {
                value = 1;
            }
        }

        @Actor
        public void actor1(I_Result r) {
            box = new Box();
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.value;
        }
    }

    @JCStressTest
    @State
    public static class FinalField {
        Box box;

        static final class Box {
            final int value;

            Box() {
                value = 1;
            }
        }

        @Actor
        public void actor1(I_Result r) {
            box = new Box();
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.value;
        }
    }

    @JCStressTest
    @State
    public static class VolatileReference {
        volatile Box box;

        static final class Box {
            int value;

            Box() {
                value = 1;
            }
        }

        @Actor
        public void actor1(I_Result r) {
            box = new Box();
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.value;
        }
    }

    @JCStressTest
    @State
    public static class VolatileField {
        Box box;

        static final class Box {
            volatile int value;

            Box() {
                value = 1;
            }
        }

        @Actor
        public void actor1(I_Result r) {
            box = new Box();
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.value;
        }
    }

    @JCStressTest
    @State
    public static class ReleasedReference {
        Box box;

        static final class Box {
            int value;

            Box() {
                value = 1;
            }
        }

        static final VarHandle BOX;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                BOX = lookup.findVarHandle(ReleasedReference.class, "box", Box.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(I_Result r) {
            BOX.setRelease(this, new Box());
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = (Box) BOX.getAcquire(this);
            r.r1 = b == null ? -1 : b.value;
        }
    }

    @JCStressTest
    @State
    public static class Escaped {
        Box box;

        static final class Box {
            final int value;

            Box(Escaped test) {
                test.box = this;
                value = 1;
            }
        }

        @Actor
        public void actor1(I_Result r) {
            new Box(this);
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.value;
        }
    }

    @JCStressTest
    @State
    public static class ArrayBehindFinal {
        Box box;

        static final class Box {
            final int[] values;

            Box() {
                values = new int[1];
                values[0] = 1;
            }
        }

        @Actor
        public void actor1(I_Result r) {
            box = new Box();
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.values[0];
        }
    }

    @JCStressTest
    @State
    public static class ArrayFilledLater {
        Box box;

        static final class Box {
            final int[] values;

            Box() {
                values = new int[1];
            }
        }

        @Actor
        public void actor1(I_Result r) {
            Box b = new Box();
            b.values[0] = 1;
            box = b;
        }

        @Actor
        public void actor2(I_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.values[0];
        }
    }

    @JCStressTest
    @State
    public static class TwoReads {
        Box box;

        static final class Box {
            final int value;

            Box() {
                value = 1;
            }
        }

        @Actor
        public void actor1(II_Result r) {
            box = new Box();
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = box == null ? -1 : 0;
            Box b = box;
            r.r2 = b == null ? -1 : b.value;
        }
    }

    @JCStressTest
    @State
    public static class SemiFinal {
        Box box;

        static final class Box {
            final int a;
            int b;

            Box() {
                a = 1;
                b = 1;
            }
        }

        @Actor
        public void actor1(II_Result r) {
            box = new Box();
        }

        @Actor
        public void actor2(II_Result r) {
            Box b = box;
            r.r1 = b == null ? -1 : b.a;
            r.r2 = b == null ? -1 : b.b;
        }
    }

    @JCStressTest
    @State
    public static class DoubleChecked {
        Box box;

        static final class Box {
            int value;

            Box() {
                value = 1;
            }
        }

        Box get() {
            Box b = box;
            if (b == null) {
                synchronized (this) {
                    b = box;
                    if (b == null) {
                        b = new Box();
                        box = b;
                    }
                }
            }
            return b;
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = get().value;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = get().value;
        }
    }

    @JCStressTest
    @State
    public static class DoubleCheckedVolatile {
        volatile Box box;

        static final class Box {
            int value;

            Box() {
                value = 1;
            }
        }

        Box get() {
            Box b = box;
            if (b == null) {
                synchronized (this) {
                    b = box;
                    if (b == null) {
                        b = new Box();
                        box = b;
                    }
                }
            }
            return b;
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = get().value;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = get().value;
        }
    }

    @JCStressTest
    @State
    public static class DoubleCheckedFinal {
        Box box;

        static final class Box {
            final int value;

            Box() {
                value = 1;
            }
        }

        Box get() {
            Box b = box;
            if (b == null) {
                synchronized (this) {
                    b = box;
                    if (b == null) {
                        b = new Box();
                        box = b;
                    }
                }
            }
            return b;
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = get().value;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = get().value;
        }
    }

    @JCStressTest
    @State
    public static class LazyHolder {
        int unused;

        static final class Box {
            int value;

            Box() {
                value = 1;
            }
        }

        static final class Holder {
            static final Box BOX = new Box();
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = Holder.BOX.value;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = Holder.BOX.value;
        }
    }
}
