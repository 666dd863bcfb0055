public class Main {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> n++);
        Thread b = new Thread(() -> n++);
        a.start();
        b.start();
        n++;
        a.join();
        b.join();
        System.out.println("n=" + n);
    }
}
