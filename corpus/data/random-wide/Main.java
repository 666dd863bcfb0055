import java.util.Random;

public class Main {
    public static void main(String[] args) {
        Random random = new Random();
        int wide = random.nextInt();
        System.out.println(wide == Integer.MIN_VALUE ? "least" : "other");
    }
}
