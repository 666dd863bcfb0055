/** If time passes only when nothing else can be done, the shorter sleep ends first. */
public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
            x = 1;
        });
        other.start();
        Thread.sleep(100);
        assert x == 1;
    }
}
