import java.security.SecureRandom;

public class Main {
    static final Object first = new Object(), second = new Object();

    static void both(Object a, Object b) {
        synchronized (a) {
            synchronized (b) {
            }
        }
    }

    public static void main(String[] args) {
        boolean rare = new SecureRandom().nextInt(10) == 7;
        new Thread(() -> both(first, second)).start();
        both(rare ? second : first, rare ? first : second);
    }
}
