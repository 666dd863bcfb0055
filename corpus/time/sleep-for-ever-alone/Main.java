/** Nobody interrupts the sleeper. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                return;
            }
        }, "sleeper");
        sleeper.start();
        sleeper.join();
    }
}
