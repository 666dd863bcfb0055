public class Main {
    static int n;

    static void addTwice() {
        n++;
        n++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> addTwice());
        t.start();
        addTwice();
        t.join();
        System.out.println("n=" + n);
    }
}
