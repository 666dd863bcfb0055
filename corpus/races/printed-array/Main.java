/** The array is written under a lock and printed without. */
public class Main {
    public static void main(String[] args) {
        char[] text = { 'a', 'b' };
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                text[0] = 'c';
                text[1] = 'd';
            }
        }).start();
        System.out.println(text);
    }
}
