package gov.nasa.jpf.vm;

/** The calls of Java PathFinder's interface of that name that Heddle understands. */
public final class Verify {
    private Verify() {}

    public static int getInt(int min, int max) {
        return heddle.Verify.anyInt(min, max);
    }

    public static boolean getBoolean() {
        return heddle.Verify.anyBoolean();
    }

    public static int random(int max) {
        return heddle.Verify.anyInt(0, max);
    }

    public static boolean randomBool() {
        return heddle.Verify.anyBoolean();
    }

    public static void ignoreIf(boolean condition) {
        heddle.Verify.assume(!condition);
    }

    public static void beginAtomic() {
        heddle.Verify.beginAtomic();
    }

    public static void endAtomic() {
        heddle.Verify.endAtomic();
    }
}
