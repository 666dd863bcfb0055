public class ShiftOperations {
    static int evaluations;

    static int[] array(int[] a) {
        evaluations++;
        return a;
    }

    public static void main(String[] args) {
        int[] counts = {0, 1, 2, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, 1000, -1, -2, -31, -32, -33, -64,
            Integer.MAX_VALUE, Integer.MIN_VALUE};
        int[] ints = {1, -1, 0, 0x80000000, 0x7fffffff, 0x12345678, -12345};
        for (int v : ints) {
            StringBuilder sb = new StringBuilder().append(v);
            for (int c : counts) {
                sb.append(" [").append(v << c).append(' ').append(v >> c).append(' ').append(v >>> c).append(']');
            }
            System.out.println(sb);
        }
        long[] longs = {1, -1, 0, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789ABCDEFL, -98765432109876L};
        for (long v : longs) {
            StringBuilder sb = new StringBuilder().append(v);
            for (int c : counts) {
                sb.append(" [").append(v << c).append(' ').append(v >> c).append(' ').append(v >>> c).append(']');
            }
            System.out.println(sb);
        }
        // a long count is reduced to its low bits, the promoted type is the left operand's
        long count = (1L << 40) + 3;
        System.out.println((1 << count) + " " + (-256 >> count) + " " + (-256 >>> count) + " " + (1L << count));
        byte b = -1;
        b >>>= 1;
        System.out.println(b);
        b = -128;
        b >>= 3;
        System.out.println(b);
        b <<= 4;
        System.out.println(b);
        b = (byte) 0x81;
        System.out.println((b >>> 4) + " " + ((b & 0xff) >>> 4) + " " + (byte) (b << 1));
        short s = -1;
        s >>>= 10;
        System.out.println(s);
        s >>>= 20;
        System.out.println(s);
        s = (short) 0x8000;
        s >>>= 20;
        System.out.println(s);
        char c = '\uffff';
        c >>= 4;
        System.out.println((int) c);
        c <<= 12;
        System.out.println((int) c);
        int[] a = {1, 2, 3};
        array(a)[2] <<= array(a)[1];
        array(a)[0] <<= 35;
        array(a)[1] >>>= -1;
        System.out.println(a[0] + " " + a[1] + " " + a[2] + " " + evaluations);
        int rot = 0x80000001;
        for (int i = 0; i < 40; i += 5) {
            System.out.print(Integer.toHexString((rot << i) | (rot >>> -i)) + " " + Integer.toHexString(Integer.rotateLeft(rot, i)) + " ");
        }
        System.out.println();
        long lr = 0x8000000000000001L;
        for (int i = 0; i < 80; i += 9) {
            System.out.print(Long.toHexString((lr << i) | (lr >>> -i)) + " " + Long.toHexString(Long.rotateRight(lr, i)) + " ");
        }
        System.out.println();
        int x = 1;
        x <<= x <<= 3;
        System.out.println(x);
        x = 2;
        x = x << 1 + 1 << 1;
        System.out.println(x);
        System.out.println((5 & 3 | 4 ^ 1 << 2) + " " + (~0 >>> 28 & 0b1010));
        long acc = 1469598103934665603L;
        for (int i = 0; i < 64; i++) {
            acc ^= acc << 13;
            acc ^= acc >>> 7;
            acc ^= acc << 17;
        }
        System.out.println(acc);
    }
}
