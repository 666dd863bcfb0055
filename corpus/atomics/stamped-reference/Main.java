import java.util.concurrent.atomic.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicStampedReference<String> ref = new AtomicStampedReference<>("0", 0);
        String zero = ref.getReference();
        Thread a = new Thread(() -> ref.compareAndSet(zero, "1", 0, 1));
        a.start();
        ref.compareAndSet(zero, "2", 0, 1);
        a.join();
        System.out.println(ref.getReference());
    }
}
