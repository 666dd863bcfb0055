import java.util.*;
import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(1, 2));
        int[] got = new int[1];
        Thread a = new Thread(() -> got[0] = deque.pollFirst());
        a.start();
        int mine = deque.pollLast();
        a.join();
        System.out.println(mine + got[0]);
    }
}
