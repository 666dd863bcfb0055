import java.util.concurrent.*;
public class Main {
    static int x;
    public static void main(String[] args) throws Exception {
        Runnable add = () -> { int r = x; pause(); x = r + 1; };
        Thread a = Thread.ofVirtual().start(add), b = Thread.ofVirtual().start(add);
        a.join(); b.join();
        System.out.println(x);
    }
    static void pause() { try { Thread.sleep(1); } catch (InterruptedException e) { } }
}
