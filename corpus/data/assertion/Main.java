import heddle.Verify;

public class Main {
    public static void main(String[] args) {
        int x = Verify.anyInt(0, 7);
        assert x * x != 25;
    }
}
