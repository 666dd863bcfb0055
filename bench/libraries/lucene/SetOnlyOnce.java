import org.apache.lucene.util.SetOnce;

/** Two threads set a value that can be set once: one of them is refused. */
public class SetOnlyOnce {
    public static void main(String[] args) throws Exception {
        SetOnce<String> once = new SetOnce<>();
        boolean[] was = new boolean[2];
        Thread other = new Thread(() -> was[0] = once.trySet("other"));
        other.start();
        was[1] = once.trySet("main");
        other.join();
        assert was[0] != was[1];
        assert once.get().equals(was[0] ? "other" : "main");
    }
}
