import java.util.*;
import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));
        new Thread(() -> list.add(2)).start();
        int n = 0;
        for (Integer item : list) {
            n++;
        }
        System.out.println(n);
    }
}
