public class Main {
    public static void main(String[] args) throws InterruptedException {
        int zero = args.length;
        Thread t = new Thread(() -> System.out.println(1 / zero));
        t.start();
        t.join();
    }
}
