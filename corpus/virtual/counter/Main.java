public class Main {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.startVirtualThread(() -> n++);
        n++;
        t.join();
        System.out.println("n=" + n);
    }
}
