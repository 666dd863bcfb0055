import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;

public class SeededRandom {
    public static void main(String[] args) {
        for (long seed : new long[] {0, 1, 42, -1, Long.MAX_VALUE, 0x5DEECE66DL}) {
            Random r = new Random(seed);
            StringBuilder sb = new StringBuilder(seed + ":");
            for (int i = 0; i < 4; i++) {
                sb.append(' ').append(r.nextInt()).append(' ').append(r.nextInt(100)).append(' ').append(r.nextInt(64)).append(' ').append(r.nextLong()).append(' ').append(r.nextDouble()).append(' ').append(r.nextFloat()).append(' ').append(r.nextBoolean()).append(' ').append(r.nextGaussian());
            }
            System.out.println(sb);
        }
        Random r = new Random(7);
        byte[] bs = new byte[11];
        r.nextBytes(bs);
        System.out.println(Arrays.toString(bs));
        System.out.println(r.ints(5).boxed().collect(Collectors.toList()) + " " + r.ints(5, 0, 10).boxed().collect(Collectors.toList()) + " " + r.longs(3).boxed().collect(Collectors.toList()) + " " + r.doubles(3).boxed().collect(Collectors.toList()) + " " + r.ints(-5, 6).limit(6).boxed().collect(Collectors.toList()));
        System.out.println(r.nextInt(Integer.MAX_VALUE) + " " + r.nextInt((1 << 30) + 1) + " " + r.nextInt(1) + " " + r.nextInt(5, 8) + " " + r.nextLong(1000) + " " + r.nextLong(-5, 5) + " " + r.nextDouble(2.0) + " " + r.nextDouble(-1, 1) + " " + r.nextFloat(3f));
        for (int bad : new int[] {0, -3}) {
            try {
                r.nextInt(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        r.setSeed(42);
        System.out.println(r.nextInt() == new Random(42).nextInt());
        int[] hist = new int[10];
        Random h = new Random(123);
        for (int i = 0; i < 2000; i++) {
            hist[h.nextInt(10)]++;
        }
        System.out.println(Arrays.toString(hist));
        double sum = 0;
        for (int i = 0; i < 500; i++) {
            sum += h.nextGaussian();
        }
        System.out.println(Math.abs(sum) < 100);
        Random sub = new Random(5) {
            @Override
            protected int next(int bits) {
                return super.next(bits) & 0xff;
            }
        };
        System.out.println(sub.nextInt() + " " + sub.nextLong() + " " + sub.nextBoolean() + " " + sub.nextDouble());
        Integer[] deck = new Integer[10];
        for (int i = 0; i < 10; i++) {
            deck[i] = i;
        }
        for (int i = 9; i > 0; i--) {
            int j = h.nextInt(i + 1);
            Integer t = deck[i];
            deck[i] = deck[j];
            deck[j] = t;
        }
        System.out.println(Arrays.toString(deck));
    }
}
