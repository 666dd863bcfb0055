import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

public class SeededSplittableRandom {
    public static void main(String[] args) {
        SplittableRandom r = new SplittableRandom(42);
        for (int i = 0; i < 5; i++) {
            System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextInt(-10, 10) + " " + r.nextLong() + " " + r.nextLong(1L << 40) + " " + r.nextLong(-5, 5) + " " + r.nextDouble() + " " + r.nextDouble(5) + " " + r.nextBoolean());
        }
        SplittableRandom a = r.split();
        SplittableRandom b = r.split();
        System.out.println(a.nextInt() + " " + b.nextInt() + " " + r.nextInt() + " " + a.split().nextLong());
        System.out.println(r.ints(4, 0, 50).boxed().collect(Collectors.toList()) + " " + r.longs(2).boxed().collect(Collectors.toList()) + " " + r.doubles(2).boxed().collect(Collectors.toList()));
        byte[] bs = new byte[13];
        r.nextBytes(bs);
        System.out.println(Arrays.toString(bs));
        System.out.println(new SplittableRandom(42).nextInt() == new SplittableRandom(42).nextInt());
        long x = 0;
        SplittableRandom c = new SplittableRandom(-1);
        for (int i = 0; i < 1000; i++) {
            x = x * 31 + c.nextInt(1, 1000);
        }
        System.out.println(x);
        try {
            c.nextInt(5, 5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            c.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
