import java.util.ArrayList;
import java.util.List;

/** Who drains a list takes it away under the lock and goes through it without. */
public class Main {
    private List<Integer> waiting = new ArrayList<>();

    synchronized void add(int number) {
        waiting.add(number);
    }

    int drain() {
        List<Integer> taken;
        synchronized (this) {
            taken = waiting;
            waiting = new ArrayList<>();
        }
        int sum = 0;
        for (int number : taken) {
            sum += number;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Main numbers = new Main();
        Thread adder = new Thread(() -> {
            numbers.add(1);
            numbers.add(2);
        });
        adder.start();
        int early = numbers.drain();
        adder.join();
        System.out.println(early + " + " + numbers.drain());
    }
}
