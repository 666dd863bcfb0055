// The usual shapes of litmus tests in all access modes of VarHandle. What the model of the access modes (jam) says of each is in
// crates/cli/tests/litmus.rs.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

public class Shapes {
    static VarHandle handle(Class<?> of, String field) {
        try {
            return MethodHandles.privateLookupIn(of, MethodHandles.lookup()).findVarHandle(of, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @JCStressTest
    @State
    public static class SbPlain {
        int x, y;

        @Actor
        public void one(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void two(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class LbPlain {
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @State
    public static class MpPlain {
        int x, y;

        @Actor
        public void one() {
            x = 1;
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class CorrPlain {
        int x;

        @Actor
        public void one() {
            x = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = x;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class WrcPlain {
        int x, y;

        @Actor
        public void one() {
            x = 1;
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void three(III_Result r) {
            r.r2 = y;
            r.r3 = x;
        }
    }

    @JCStressTest
    @State
    public static class TwoTwoWPlain {
        int x, y;

        @Actor
        public void one() {
            x = 1;
            y = 2;
        }

        @Actor
        public void two() {
            y = 1;
            x = 2;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class IriwPlain {
        int x, y;

        @Actor
        public void one() {
            x = 1;
        }

        @Actor
        public void two() {
            y = 1;
        }

        @Actor
        public void three(IIII_Result r) {
            r.r1 = x;
            r.r2 = y;
        }

        @Actor
        public void four(IIII_Result r) {
            r.r3 = y;
            r.r4 = x;
        }
    }

    @JCStressTest
    @State
    public static class RwcPlain {
        int x, y;

        @Actor
        public void one() {
            x = 1;
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = x;
            r.r2 = y;
        }

        @Actor
        public void three(III_Result r) {
            y = 1;
            r.r3 = x;
        }
    }

    @JCStressTest
    @State
    public static class SPlain {
        int x, y;

        @Actor
        public void one() {
            x = 2;
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = y;
            x = 1;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class RPlain {
        int x, y;

        @Actor
        public void one() {
            x = 1;
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            y = 2;
            r.r1 = x;
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class SbOpaque {
        static final VarHandle X = handle(SbOpaque.class, "x");
        static final VarHandle Y = handle(SbOpaque.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.setOpaque(this, 1);
            r.r1 = (int) Y.getOpaque(this);
        }

        @Actor
        public void two(II_Result r) {
            Y.setOpaque(this, 1);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class LbOpaque {
        static final VarHandle X = handle(LbOpaque.class, "x");
        static final VarHandle Y = handle(LbOpaque.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            Y.setOpaque(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = (int) Y.getOpaque(this);
            X.setOpaque(this, 1);
        }
    }

    @JCStressTest
    @State
    public static class MpOpaque {
        static final VarHandle X = handle(MpOpaque.class, "x");
        static final VarHandle Y = handle(MpOpaque.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
            Y.setOpaque(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) Y.getOpaque(this);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class CorrOpaque {
        static final VarHandle X = handle(CorrOpaque.class, "x");
        int x;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class WrcOpaque {
        static final VarHandle X = handle(WrcOpaque.class, "x");
        static final VarHandle Y = handle(WrcOpaque.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) X.getOpaque(this);
            Y.setOpaque(this, 1);
        }

        @Actor
        public void three(III_Result r) {
            r.r2 = (int) Y.getOpaque(this);
            r.r3 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class TwoTwoWOpaque {
        static final VarHandle X = handle(TwoTwoWOpaque.class, "x");
        static final VarHandle Y = handle(TwoTwoWOpaque.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
            Y.setOpaque(this, 2);
        }

        @Actor
        public void two() {
            Y.setOpaque(this, 1);
            X.setOpaque(this, 2);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class IriwOpaque {
        static final VarHandle X = handle(IriwOpaque.class, "x");
        static final VarHandle Y = handle(IriwOpaque.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void two() {
            Y.setOpaque(this, 1);
        }

        @Actor
        public void three(IIII_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) Y.getOpaque(this);
        }

        @Actor
        public void four(IIII_Result r) {
            r.r3 = (int) Y.getOpaque(this);
            r.r4 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class RwcOpaque {
        static final VarHandle X = handle(RwcOpaque.class, "x");
        static final VarHandle Y = handle(RwcOpaque.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) Y.getOpaque(this);
        }

        @Actor
        public void three(III_Result r) {
            Y.setOpaque(this, 1);
            r.r3 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class SOpaque {
        static final VarHandle X = handle(SOpaque.class, "x");
        static final VarHandle Y = handle(SOpaque.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 2);
            Y.setOpaque(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) Y.getOpaque(this);
            X.setOpaque(this, 1);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class ROpaque {
        static final VarHandle X = handle(ROpaque.class, "x");
        static final VarHandle Y = handle(ROpaque.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
            Y.setOpaque(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            Y.setOpaque(this, 2);
            r.r1 = (int) X.getOpaque(this);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class SbReleaseAcquire {
        static final VarHandle X = handle(SbReleaseAcquire.class, "x");
        static final VarHandle Y = handle(SbReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.setRelease(this, 1);
            r.r1 = (int) Y.getAcquire(this);
        }

        @Actor
        public void two(II_Result r) {
            Y.setRelease(this, 1);
            r.r2 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class LbReleaseAcquire {
        static final VarHandle X = handle(LbReleaseAcquire.class, "x");
        static final VarHandle Y = handle(LbReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = (int) X.getAcquire(this);
            Y.setRelease(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = (int) Y.getAcquire(this);
            X.setRelease(this, 1);
        }
    }

    @JCStressTest
    @State
    public static class MpReleaseAcquire {
        static final VarHandle X = handle(MpReleaseAcquire.class, "x");
        static final VarHandle Y = handle(MpReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setRelease(this, 1);
            Y.setRelease(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) Y.getAcquire(this);
            r.r2 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class CorrReleaseAcquire {
        static final VarHandle X = handle(CorrReleaseAcquire.class, "x");
        int x;

        @Actor
        public void one() {
            X.setRelease(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) X.getAcquire(this);
            r.r2 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class WrcReleaseAcquire {
        static final VarHandle X = handle(WrcReleaseAcquire.class, "x");
        static final VarHandle Y = handle(WrcReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setRelease(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) X.getAcquire(this);
            Y.setRelease(this, 1);
        }

        @Actor
        public void three(III_Result r) {
            r.r2 = (int) Y.getAcquire(this);
            r.r3 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class TwoTwoWReleaseAcquire {
        static final VarHandle X = handle(TwoTwoWReleaseAcquire.class, "x");
        static final VarHandle Y = handle(TwoTwoWReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setRelease(this, 1);
            Y.setRelease(this, 2);
        }

        @Actor
        public void two() {
            Y.setRelease(this, 1);
            X.setRelease(this, 2);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class IriwReleaseAcquire {
        static final VarHandle X = handle(IriwReleaseAcquire.class, "x");
        static final VarHandle Y = handle(IriwReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setRelease(this, 1);
        }

        @Actor
        public void two() {
            Y.setRelease(this, 1);
        }

        @Actor
        public void three(IIII_Result r) {
            r.r1 = (int) X.getAcquire(this);
            r.r2 = (int) Y.getAcquire(this);
        }

        @Actor
        public void four(IIII_Result r) {
            r.r3 = (int) Y.getAcquire(this);
            r.r4 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class RwcReleaseAcquire {
        static final VarHandle X = handle(RwcReleaseAcquire.class, "x");
        static final VarHandle Y = handle(RwcReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setRelease(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) X.getAcquire(this);
            r.r2 = (int) Y.getAcquire(this);
        }

        @Actor
        public void three(III_Result r) {
            Y.setRelease(this, 1);
            r.r3 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class SReleaseAcquire {
        static final VarHandle X = handle(SReleaseAcquire.class, "x");
        static final VarHandle Y = handle(SReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setRelease(this, 2);
            Y.setRelease(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) Y.getAcquire(this);
            X.setRelease(this, 1);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class RReleaseAcquire {
        static final VarHandle X = handle(RReleaseAcquire.class, "x");
        static final VarHandle Y = handle(RReleaseAcquire.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setRelease(this, 1);
            Y.setRelease(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            Y.setRelease(this, 2);
            r.r1 = (int) X.getAcquire(this);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class SbVolatile {
        static final VarHandle X = handle(SbVolatile.class, "x");
        static final VarHandle Y = handle(SbVolatile.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.setVolatile(this, 1);
            r.r1 = (int) Y.getVolatile(this);
        }

        @Actor
        public void two(II_Result r) {
            Y.setVolatile(this, 1);
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class LbVolatile {
        static final VarHandle X = handle(LbVolatile.class, "x");
        static final VarHandle Y = handle(LbVolatile.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = (int) X.getVolatile(this);
            Y.setVolatile(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = (int) Y.getVolatile(this);
            X.setVolatile(this, 1);
        }
    }

    @JCStressTest
    @State
    public static class MpVolatile {
        static final VarHandle X = handle(MpVolatile.class, "x");
        static final VarHandle Y = handle(MpVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
            Y.setVolatile(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) Y.getVolatile(this);
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class CorrVolatile {
        static final VarHandle X = handle(CorrVolatile.class, "x");
        int x;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) X.getVolatile(this);
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class WrcVolatile {
        static final VarHandle X = handle(WrcVolatile.class, "x");
        static final VarHandle Y = handle(WrcVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) X.getVolatile(this);
            Y.setVolatile(this, 1);
        }

        @Actor
        public void three(III_Result r) {
            r.r2 = (int) Y.getVolatile(this);
            r.r3 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class TwoTwoWVolatile {
        static final VarHandle X = handle(TwoTwoWVolatile.class, "x");
        static final VarHandle Y = handle(TwoTwoWVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
            Y.setVolatile(this, 2);
        }

        @Actor
        public void two() {
            Y.setVolatile(this, 1);
            X.setVolatile(this, 2);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class IriwVolatile {
        static final VarHandle X = handle(IriwVolatile.class, "x");
        static final VarHandle Y = handle(IriwVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
        }

        @Actor
        public void two() {
            Y.setVolatile(this, 1);
        }

        @Actor
        public void three(IIII_Result r) {
            r.r1 = (int) X.getVolatile(this);
            r.r2 = (int) Y.getVolatile(this);
        }

        @Actor
        public void four(IIII_Result r) {
            r.r3 = (int) Y.getVolatile(this);
            r.r4 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class RwcVolatile {
        static final VarHandle X = handle(RwcVolatile.class, "x");
        static final VarHandle Y = handle(RwcVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) X.getVolatile(this);
            r.r2 = (int) Y.getVolatile(this);
        }

        @Actor
        public void three(III_Result r) {
            Y.setVolatile(this, 1);
            r.r3 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class SVolatile {
        static final VarHandle X = handle(SVolatile.class, "x");
        static final VarHandle Y = handle(SVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 2);
            Y.setVolatile(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) Y.getVolatile(this);
            X.setVolatile(this, 1);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class RVolatile {
        static final VarHandle X = handle(RVolatile.class, "x");
        static final VarHandle Y = handle(RVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
            Y.setVolatile(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            Y.setVolatile(this, 2);
            r.r1 = (int) X.getVolatile(this);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class SbFullFences {
        int x, y;

        @Actor
        public void one(II_Result r) {
            x = 1;
            VarHandle.fullFence();
            r.r1 = y;
        }

        @Actor
        public void two(II_Result r) {
            y = 1;
            VarHandle.fullFence();
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class LbFullFences {
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = x;
            VarHandle.fullFence();
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = y;
            VarHandle.fullFence();
            x = 1;
        }
    }

    @JCStressTest
    @State
    public static class MpFences {
        int x, y;

        @Actor
        public void one() {
            x = 1;
            VarHandle.releaseFence();
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = y;
            VarHandle.acquireFence();
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class RwcFullFences {
        static final VarHandle X = handle(RwcFullFences.class, "x");
        static final VarHandle Y = handle(RwcFullFences.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) X.getOpaque(this);
            VarHandle.fullFence();
            r.r2 = (int) Y.getOpaque(this);
        }

        @Actor
        public void three(III_Result r) {
            Y.setOpaque(this, 1);
            VarHandle.fullFence();
            r.r3 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class IriwFullFences {
        static final VarHandle X = handle(IriwFullFences.class, "x");
        static final VarHandle Y = handle(IriwFullFences.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void two() {
            Y.setOpaque(this, 1);
        }

        @Actor
        public void three(IIII_Result r) {
            r.r1 = (int) X.getOpaque(this);
            VarHandle.fullFence();
            r.r2 = (int) Y.getOpaque(this);
        }

        @Actor
        public void four(IIII_Result r) {
            r.r3 = (int) Y.getOpaque(this);
            VarHandle.fullFence();
            r.r4 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class TwoTwoWFullFences {
        static final VarHandle X = handle(TwoTwoWFullFences.class, "x");
        static final VarHandle Y = handle(TwoTwoWFullFences.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
            VarHandle.fullFence();
            Y.setOpaque(this, 2);
        }

        @Actor
        public void two() {
            Y.setOpaque(this, 1);
            VarHandle.fullFence();
            X.setOpaque(this, 2);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @State
    public static class MpDataPlain {
        static final VarHandle Y = handle(MpDataPlain.class, "y");
        int x, y;

        @Actor
        public void one() {
            x = 1;
            Y.setRelease(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) Y.getAcquire(this);
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class IriwAcquireVolatile {
        static final VarHandle X = handle(IriwAcquireVolatile.class, "x");
        static final VarHandle Y = handle(IriwAcquireVolatile.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
        }

        @Actor
        public void two() {
            Y.setVolatile(this, 1);
        }

        @Actor
        public void three(IIII_Result r) {
            r.r1 = (int) X.getAcquire(this);
            r.r2 = (int) Y.getVolatile(this);
        }

        @Actor
        public void four(IIII_Result r) {
            r.r3 = (int) Y.getAcquire(this);
            r.r4 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class SbReleaseVolatile {
        static final VarHandle X = handle(SbReleaseVolatile.class, "x");
        static final VarHandle Y = handle(SbReleaseVolatile.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.setRelease(this, 1);
            r.r1 = (int) Y.getVolatile(this);
        }

        @Actor
        public void two(II_Result r) {
            Y.setRelease(this, 1);
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class SbVolatileAcquire {
        static final VarHandle X = handle(SbVolatileAcquire.class, "x");
        static final VarHandle Y = handle(SbVolatileAcquire.class, "y");
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.setVolatile(this, 1);
            r.r1 = (int) Y.getAcquire(this);
        }

        @Actor
        public void two(II_Result r) {
            Y.setVolatile(this, 1);
            r.r2 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class LbOpaqueToPlain {
        static final VarHandle X = handle(LbOpaqueToPlain.class, "x");
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = y;
            X.setOpaque(this, 1);
        }
    }

    @JCStressTest
    @State
    public static class Z6U {
        static final VarHandle X = handle(Z6U.class, "x");
        static final VarHandle Y = handle(Z6U.class, "y");
        int x, y;

        @Actor
        public void one() {
            X.setVolatile(this, 1);
            Y.setRelease(this, 1);
        }

        @Actor
        public void two(III_Result r) {
            r.r1 = (int) Y.getAndAdd(this, 1);
            r.r2 = (int) Y.getOpaque(this);
        }

        @Actor
        public void three(III_Result r) {
            Y.setVolatile(this, 3);
            r.r3 = (int) X.getVolatile(this);
        }
    }
}
