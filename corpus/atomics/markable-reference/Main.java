import java.util.concurrent.atomic.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicMarkableReference<Integer> ref = new AtomicMarkableReference<>(1, false);
        Integer one = ref.getReference();
        Thread a = new Thread(() -> ref.attemptMark(one, true));
        a.start();
        boolean replaced = ref.compareAndSet(one, 2, false, false);
        a.join();
        System.out.println(replaced);
    }
}
