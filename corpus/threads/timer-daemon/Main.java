import java.util.*;
import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        new Timer(true).schedule(new TimerTask() {
            public void run() {
                System.out.println("tick");
            }
        }, 10);
    }
}
