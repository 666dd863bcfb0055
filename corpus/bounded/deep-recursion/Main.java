public class Main {
    static volatile int result;

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static void main(String[] args) {
        result = fibonacci(80);
    }
}
