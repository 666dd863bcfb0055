public class Main {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread high = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            System.out.println(x);
        });
        high.setPriority(9);
        high.start();
        x = 1;
        x = 2;
        high.join();
    }
}
