import java.util.concurrent.Exchanger;

public class Main {
    static int other;

    public static void main(String[] args) throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        Thread t = new Thread(() -> {
            try {
                other = exchanger.exchange(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        int mine = exchanger.exchange(1);
        t.join();
        System.out.println("mine=" + mine + " other=" + other);
    }
}
