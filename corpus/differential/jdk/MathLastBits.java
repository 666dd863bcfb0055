import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Results to the last bit: all of StrictMath, and what Math rounds correctly. */
public class MathLastBits {
    static final double[] SPECIAL = {
        0.0, -0.0, 1, -1, Double.NaN, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 0.5, -0.5, 2, 3,
        1e300, 1e-300, Math.PI, Math.PI / 2, 709.78, 710, -745, Double.MIN_NORMAL, 0x1p53, 1.0000000000000002, 1e22, 1000
    };

    static long seed;

    static double next(int shape) {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return switch (shape) {
            case 0 -> Double.longBitsToDouble(seed);
            case 1 -> (seed >> 11) * 0x1p-52;
            default -> (seed >> 11) * 0x1p-52 * 100;
        };
    }

    static void one(String name, DoubleUnaryOperator function) {
        long hash = 0;
        for (double x : SPECIAL) {
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x));
        }
        seed = 88172645463325252L;
        for (int i = 0; i < 1500; i++) {
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(next(i % 3)));
        }
        System.out.println(name + " " + Long.toHexString(hash));
    }

    static void two(String name, DoubleBinaryOperator function) {
        long hash = 0;
        for (double x : SPECIAL) {
            for (double y : SPECIAL) {
                hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x, y));
            }
        }
        seed = 88172645463325252L;
        for (int i = 0; i < 1500; i++) {
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(next(i % 3), next(i % 3)));
        }
        System.out.println(name + " " + Long.toHexString(hash));
    }

    public static void main(String[] args) {
        one("strict sin", StrictMath::sin);
        one("strict cos", StrictMath::cos);
        one("strict tan", StrictMath::tan);
        one("strict asin", StrictMath::asin);
        one("strict acos", StrictMath::acos);
        one("strict atan", StrictMath::atan);
        one("strict exp", StrictMath::exp);
        one("strict expm1", StrictMath::expm1);
        one("strict log", StrictMath::log);
        one("strict log10", StrictMath::log10);
        one("strict log1p", StrictMath::log1p);
        one("strict sinh", StrictMath::sinh);
        one("strict cosh", StrictMath::cosh);
        one("strict tanh", StrictMath::tanh);
        one("strict cbrt", StrictMath::cbrt);
        two("strict pow", StrictMath::pow);
        two("strict atan2", StrictMath::atan2);
        two("strict hypot", StrictMath::hypot);
        two("strict remainder", StrictMath::IEEEremainder);
        one("log", Math::log);
        one("log10", Math::log10);
        one("asin", Math::asin);
        one("atan", Math::atan);
        one("sinh", Math::sinh);
        one("expm1", Math::expm1);
        System.out.println(Math.tan(4.0614969117880766E20) + " " + Math.tan(7.51979987490865E25));
        System.out.println(Math.pow(1, Double.NaN) + " " + Math.pow(-1, 1 / 0.0) + " " + Math.pow(10, 15) + " " + Math.pow(2, 0.5));
        System.out.println(Math.tanh(0.3) + " " + Math.tanh(-1e-9) + " " + Math.exp(1) + " " + Math.sin(1e22));
    }
}
