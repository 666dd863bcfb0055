public class Main {
    static int errors;

    static void work(int[] input) {
        try {
            input[0]++;
        } catch (NullPointerException e) {
            errors++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(null));
        t.start();
        work(null);
        t.join();
        System.out.println("errors=" + errors);
    }
}
