import java.util.*;
import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            public void run() {
                System.out.println("tick");
                timer.cancel();
            }
        }, 10);
    }
}
