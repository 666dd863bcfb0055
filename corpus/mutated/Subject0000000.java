import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A class with a bit of everything, to be mutated. Its name leaves room for a number. */
public class Subject0000000 implements Comparable<Subject0000000> {
    static int counter;
    static final long SEED = 0x123456789abcdefL;
    private int value;
    private double weight;
    private Object[] slots = new Object[3];

    interface Shape {
        default double area() {
            return 1.5;
        }
    }

    @Override
    public int compareTo(Subject0000000 other) {
        return Integer.compare(value, other.value);
    }

    static int loops() {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            switch (i % 5) {
                case 0 -> sum += i;
                case 1 -> sum -= 2 * i;
                case 3 -> sum ^= i << 2;
                default -> sum = sum * 31 + i;
            }
        }
        return sum;
    }

    static long numbers() {
        long a = SEED;
        double d = a / 3.0;
        float f = (float) d;
        int i = (int) f;
        short s = (short) (i >>> 3);
        byte b = (byte) (s * 7);
        char c = (char) (b + 300);
        return a ^ (long) d ^ i ^ s ^ b ^ c;
    }

    static Object objects() {
        Subject0000000 a = new Subject0000000();
        a.value = 3;
        a.weight = 2.5;
        a.slots[1] = "text" + a.value;
        List<Subject0000000> list = new ArrayList<>();
        list.add(a);
        list.add(new Subject0000000());
        list.sort(null);
        return list.get(0).slots[1] instanceof String s && s.length() > 2 ? s : null;
    }

    static int exceptions() {
        try {
            int[] few = new int[2];
            few[counter + 2] = 1;
            return 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage().length();
        } finally {
            counter++;
        }
    }

    static synchronized int lambdas() {
        int base = counter;
        IntUnaryOperator plus = x -> x + base;
        IntUnaryOperator twice = plus.andThen(Subject0000000::half);
        return twice.applyAsInt(40);
    }

    static int half(int x) {
        return x / 2;
    }

    static int monitors() {
        Object lock = new Object();
        synchronized (lock) {
            synchronized (lock) {
                counter += 2;
            }
        }
        int[][] grid = new int[2][3];
        grid[1][2] = counter;
        return grid[1][2] + grid.length;
    }

    static void threads() throws InterruptedException {
        Thread t = new Thread(() -> counter++);
        t.start();
        t.join();
    }
}
