import heddle.Verify;

public class Main {
    public static void main(String[] args) {
        boolean a = Verify.anyBoolean();
        boolean b = Verify.anyBoolean();
        System.out.println(a + " " + b);
    }
}
