import org.jctools.maps.NonBlockingHashMapLong;

/** Two threads put if absent for the keys 0 and 1: one of them wins for each key. */
public class LongKeyZero {
    public static void main(String[] args) throws Exception {
        NonBlockingHashMapLong<String> map = new NonBlockingHashMapLong<>();
        String[] before = new String[2];
        Thread other = new Thread(() -> before[0] = map.putIfAbsent(0, "other"));
        other.start();
        before[1] = map.putIfAbsent(0, "main");
        other.join();
        assert (before[0] == null) != (before[1] == null) : before[0] + ", " + before[1];
        String kept = map.get(0);
        assert (before[0] == null ? "other" : "main").equals(kept) : kept;
    }
}
