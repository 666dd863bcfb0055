// jdk: 25+ preview

/** Patterns and labels of primitive types (JEP 507): a value matches a type that holds it exactly. */
public class PrimitivePatterns {
    static String ofInt(int value) {
        return switch (value) {
            case 1 -> "one";
            case byte b -> "byte " + b;
            case short s when s > 1000 -> "large short " + s;
            case char c -> "char " + (int) c;
            case float f -> "float " + f;
            case int i -> "int " + i;
        };
    }

    static String ofDouble(double value) {
        return switch (value) {
            case 0.5 -> "half";
            case int i -> "int " + i;
            case long l -> "long " + l;
            case float f -> "float " + f;
            case double d -> "double " + d;
        };
    }

    static String ofLong(Long value) {
        return switch (value) {
            case 5L -> "five";
            case double d -> "double " + d;
            case long l -> "long " + l;
        };
    }

    static String ofObject(Object value) {
        return switch (value) {
            case byte b -> "byte " + b;
            case int i when i > 9 -> "large int " + i;
            case int i -> "int " + i;
            case boolean b -> "boolean " + b;
            case double d -> "double " + d;
            default -> value.toString();
        };
    }

    static String ofBoolean(boolean value) {
        return switch (value) {
            case true -> "yes";
            case false -> "no";
        };
    }

    static String ofFloat(float value) {
        return switch (value) {
            case 2.5f -> "two and a half";
            case -0.0f -> "minus zero";
            case int i -> "int " + i;
            default -> "other";
        };
    }

    public static void main(String[] args) {
        for (int value : new int[] {1, 5, -129, 2000, 40000, 16777216, 16777217, -1}) {
            System.out.println(ofInt(value));
        }
        for (double value : new double[] {0.5, 3, -0.0, 1e10, 1e20, 0.25, 0.1, Double.NaN}) {
            System.out.println(ofDouble(value));
        }
        for (long value : new long[] {5, 6, 1L << 40, Long.MAX_VALUE}) {
            System.out.println(ofLong(value));
        }
        for (Object value : new Object[] {(byte) 1, 7, 70, true, 2.5, 3L, 'c'}) {
            System.out.println(ofObject(value));
        }
        System.out.println(ofBoolean(true) + ofBoolean(false) + ofFloat(2.5f) + ofFloat(-0.0f) + ofFloat(0f) + ofFloat(9.5f));
        int big = 300;
        System.out.println((big instanceof byte) + " " + (big instanceof short s ? s : -1) + " " + (3.0 instanceof int i ? i : -1));
    }
}
