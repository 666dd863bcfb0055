package org.sosy_lab.sv_benchmarks;

/**
 * The calls of the software verification competition's interface of that name. Values of a whole
 * number type cannot be enumerated: Heddle answers <em>unknown</em> when a program asks for one.
 */
public final class Verifier {
    private Verifier() {}

    public static void assume(boolean condition) {
        heddle.Verify.assume(condition);
    }

    public static boolean nondetBoolean() {
        return heddle.Verify.anyBoolean();
    }

    public static native byte nondetByte();

    public static native char nondetChar();

    public static native short nondetShort();

    public static native int nondetInt();

    public static native long nondetLong();

    public static native float nondetFloat();

    public static native double nondetDouble();

    public static native String nondetString();
}
