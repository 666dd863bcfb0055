public class Main {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> n++);
        t.start();
        n++;
        t.join();
        System.out.println("n=" + n);
    }
}
