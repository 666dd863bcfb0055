import heddle.Verify;

public class Main {
    public static void main(String[] args) {
        int x = Verify.anyInt(0, 3);
        Verify.assume(x % 2 == 1);
        System.out.println("x=" + x);
    }
}
