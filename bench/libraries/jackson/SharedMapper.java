import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Two threads read and write with one mapper. */
public class SharedMapper {
    public static class Point {
        public int x;
        public int y;
    }

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        String[] texts = new String[1];
        Thread other = new Thread(() -> {
            try {
                Point point = new Point();
                point.x = 1;
                texts[0] = mapper.writeValueAsString(point);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        Point read = mapper.readValue("{\"x\":3,\"y\":4}", Point.class);
        other.join();
        assert read.x == 3 && read.y == 4;
        assert texts[0].equals("{\"x\":1,\"y\":0}") : texts[0];
    }
}
