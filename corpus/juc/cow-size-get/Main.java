import java.util.*;
import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));
        new Thread(() -> list.remove(0)).start();
        if (list.size() > 0) {
            list.get(0);
        }
    }
}
