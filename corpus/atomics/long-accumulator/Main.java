import java.util.concurrent.atomic.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        LongAccumulator most = new LongAccumulator(Math::max, 0);
        Thread a = new Thread(() -> most.accumulate(5));
        a.start();
        most.accumulate(3);
        a.join();
        System.out.println(most.get());
    }
}
