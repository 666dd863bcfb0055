import java.util.*;
import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2));
        int[] got = new int[1];
        Thread a = new Thread(() -> got[0] = queue.poll());
        a.start();
        int mine = queue.poll();
        a.join();
        System.out.println(mine + got[0]);
    }
}
