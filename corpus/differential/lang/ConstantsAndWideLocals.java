public class ConstantsAndWideLocals {
    static final long BIG = 0x7fff_ffff_ffffL;
    static final int HEX = 0xFFFF_FFFF;
    static final int OCT = 0777;
    static final int BIN = 0b1000_0000_0000_0000_0000_0000_0000_0000;

    static long many() {
        // more than 256 local slots, so that the wide forms of load, store and iinc appear
        long a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long b0 = 10, b1 = 11, b2 = 12, b3 = 13, b4 = 14, b5 = 15, b6 = 16, b7 = 17, b8 = 18, b9 = 19;
        long c0 = 20, c1 = 21, c2 = 22, c3 = 23, c4 = 24, c5 = 25, c6 = 26, c7 = 27, c8 = 28, c9 = 29;
        long d0 = 30, d1 = 31, d2 = 32, d3 = 33, d4 = 34, d5 = 35, d6 = 36, d7 = 37, d8 = 38, d9 = 39;
        long e0 = 40, e1 = 41, e2 = 42, e3 = 43, e4 = 44, e5 = 45, e6 = 46, e7 = 47, e8 = 48, e9 = 49;
        long f0 = 50, f1 = 51, f2 = 52, f3 = 53, f4 = 54, f5 = 55, f6 = 56, f7 = 57, f8 = 58, f9 = 59;
        long g0 = 60, g1 = 61, g2 = 62, g3 = 63, g4 = 64, g5 = 65, g6 = 66, g7 = 67, g8 = 68, g9 = 69;
        long h0 = 70, h1 = 71, h2 = 72, h3 = 73, h4 = 74, h5 = 75, h6 = 76, h7 = 77, h8 = 78, h9 = 79;
        long i0 = 80, i1 = 81, i2 = 82, i3 = 83, i4 = 84, i5 = 85, i6 = 86, i7 = 87, i8 = 88, i9 = 89;
        long j0 = 90, j1 = 91, j2 = 92, j3 = 93, j4 = 94, j5 = 95, j6 = 96, j7 = 97, j8 = 98, j9 = 99;
        long k0 = 100, k1 = 101, k2 = 102, k3 = 103, k4 = 104, k5 = 105, k6 = 106, k7 = 107, k8 = 108, k9 = 109;
        long l0 = 110, l1 = 111, l2 = 112, l3 = 113, l4 = 114, l5 = 115, l6 = 116, l7 = 117, l8 = 118, l9 = 119;
        long m0 = 120, m1 = 121, m2 = 122, m3 = 123, m4 = 124, m5 = 125, m6 = 126, m7 = 127, m8 = 128, m9 = 129;
        int x = 5;
        float f = 1.5f;
        double d = 2.25;
        String s = "wide";
        x++;
        x += 127;
        x += 128;
        x -= 129;
        x += 32767;
        x -= 32768;
        x += 32768;
        x--;
        f *= x;
        d += f;
        s += x + f + d;
        for (int q = 0; q < 3; q++) {
            m9 += q;
            s += q;
        }
        System.out.println(x + " " + f + " " + d + " " + s);
        a0 += b0 + c0 + d0 + e0 + f0 + g0 + h0 + i0 + j0 + k0 + l0 + m0;
        a1 += b1 + c1 + d1 + e1 + f1 + g1 + h1 + i1 + j1 + k1 + l1 + m1;
        a2 += b2 + c2 + d2 + e2 + f2 + g2 + h2 + i2 + j2 + k2 + l2 + m2;
        a3 += b3 + c3 + d3 + e3 + f3 + g3 + h3 + i3 + j3 + k3 + l3 + m3;
        a4 += b4 + c4 + d4 + e4 + f4 + g4 + h4 + i4 + j4 + k4 + l4 + m4;
        a5 -= b5 + c5 + d5 + e5 + f5 + g5 + h5 + i5 + j5 + k5 + l5 + m5;
        a6 ^= b6 + c6 + d6 + e6 + f6 + g6 + h6 + i6 + j6 + k6 + l6 + m6;
        a7 |= b7 + c7 + d7 + e7 + f7 + g7 + h7 + i7 + j7 + k7 + l7 + m7;
        a8 *= b8 + c8 + d8 + e8 + f8 + g8 + h8 + i8 + j8 + k8 + l8 + m8;
        a9 <<= b9 + c9 + d9 + e9 + f9 + g9 + h9 + i9 + j9 + k9 + l9 + m9;
        return a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9;
    }

    public static void main(String[] args) {
        int[] ic = {-1, 0, 1, 2, 3, 4, 5, 6, -2, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536, 0x7fffffff, 0x80000000};
        long[] lc = {0, 1, 2, -1, 127, 128, 65536, 0x7fffffffL, 0x80000000L, -0x80000001L, Long.MAX_VALUE, Long.MIN_VALUE};
        float[] fc = {0, 1, 2, 3, -1, 0.5f, -0f, 1e38f, 1e-45f, 0x1.8p3f, 0x1p-149f};
        double[] dc = {0, 1, 2, -0.0, 0.1, 1e308, 4.9e-324, 0x1.fffffffffffffp1023, 0x0.8p-1021, 1_000.5e-3};
        System.out.println(java.util.Arrays.toString(ic) + java.util.Arrays.toString(lc) + java.util.Arrays.toString(fc) + java.util.Arrays.toString(dc));
        System.out.println(BIG + " " + HEX + " " + OCT + " " + BIN + " " + 'A' + '\101' + '\u0041' + (int) '\0' + (int) '\377' + " \t|\"\\");
        System.out.println(many());
    }
}
