import heddle.Verify;

public class Main {
    public static void main(String[] args) {
        int x = Verify.anyInt(0, 2);
        System.out.println("x=" + x);
    }
}
