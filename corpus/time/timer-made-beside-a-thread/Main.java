import java.util.Timer;
import java.util.TimerTask;

/** The JDK makes a thread of its own for the first timer, beside one of the program. */
public class Main {
    static volatile int done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> done++);
        other.start();
        other.join();
        Thread beside = new Thread(() -> System.out.println(done));
        beside.start();
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                timer.cancel();
            }
        }, 1);
        beside.join();
    }
}
