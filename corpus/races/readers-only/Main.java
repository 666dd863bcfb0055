public class Main {
    static int x = 5;
    static int a;
    static int b;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> a = x);
        Thread u = new Thread(() -> b = x);
        t.start();
        u.start();
        int c = x;
        t.join();
        u.join();
        System.out.println(a + " " + b + " " + c);
    }
}
