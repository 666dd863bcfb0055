import org.jctools.maps.NonBlockingHashMapLong;

/**
 * Two threads put values for the key 0: each gets the value before its own, or null if there was none, so one of them
 * gets null and the other one the value that the first one has put. With another key it is so.
 */
public class LongKeyZeroPut {
    public static void main(String[] args) throws Exception {
        NonBlockingHashMapLong<String> map = new NonBlockingHashMapLong<>();
        String[] before = new String[2];
        Thread other = new Thread(() -> before[0] = map.put(0, "other"));
        other.start();
        before[1] = map.put(0, "main");
        other.join();
        String last = map.get(0);
        assert before[1] == null || last.equals("main") : "main replaced \"" + before[1] + "\", but the map has \"" + last + "\"";
        assert before[0] == null || last.equals("other") : "other replaced \"" + before[0] + "\", but the map has \"" + last + "\"";
    }
}
