/** Computes with floating-point numbers, of which models know nothing. */
public class Floats {
    static double x = 2;

    public static void main(String[] args) {
        x = x * 1.5;
    }
}
