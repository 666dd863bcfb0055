import com.google.gson.Gson;

/** Two threads use one Gson for the same class for the first time. */
public class SharedGson {
    static class Point {
        int x;
        Point next;
    }

    public static void main(String[] args) throws Exception {
        Gson gson = new Gson();
        String[] texts = new String[2];
        Thread other = new Thread(() -> texts[0] = gson.toJson(new Point()));
        other.start();
        texts[1] = gson.toJson(new Point());
        other.join();
        assert texts[0].equals("{\"x\":0}") && texts[1].equals(texts[0]);
    }
}
