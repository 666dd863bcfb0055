import heddle.Verify;

public class Main {
    static int n;

    static void add() {
        Verify.beginAtomic();
        n++;
        Verify.endAtomic();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        System.out.println("n=" + n);
    }
}
