/** An exception without a message. */
public class Main {
    public static void main(String[] args) {
        assert new IllegalStateException().getMessage() != null;
    }
}
