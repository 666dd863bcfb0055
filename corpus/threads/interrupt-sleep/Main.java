public class Main {
    static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println("interrupted=" + interrupted);
    }
}
