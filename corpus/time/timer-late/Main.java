import java.util.Timer;
import java.util.TimerTask;

/** The task with the shorter delay is scheduled later, perhaps too late to be the first. */
public class Main {
    static final StringBuffer order = new StringBuffer();

    static TimerTask say(String what, Timer last) {
        return new TimerTask() {
            @Override
            public void run() {
                if (order.append(what).length() == 2) {
                    last.cancel();
                }
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        timer.schedule(say("a", timer), 30);
        timer.schedule(say("b", timer), 20);
        Thread.sleep(10);
        System.out.println(order.length() < 2 ? "early" : order.toString());
    }
}
