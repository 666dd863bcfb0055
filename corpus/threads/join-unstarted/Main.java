public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        t.join();
        System.out.println("alive=" + t.isAlive());
    }
}
