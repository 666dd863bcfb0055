/** Three threads write counters that the first one reads: tens of millions of states, most of them met several times. */
public class Counters {
    static final int ROUNDS = 60;
    static volatile int a, b, c, sum;

    public static void main(String[] args) {
        new Thread(() -> { for (int i = 0; i < ROUNDS; i++) a = i; }).start();
        new Thread(() -> { for (int i = 0; i < ROUNDS; i++) b = i; }).start();
        new Thread(() -> { for (int i = 0; i < ROUNDS; i++) c = i; }).start();
        for (int i = 0; i < ROUNDS; i++) sum = a + b + c;
    }
}
