public class Main {
    int a;
    int b;

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> m.a = 1);
        t.start();
        m.b = 2;
        t.join();
        System.out.println(m.a + " " + m.b);
    }
}
