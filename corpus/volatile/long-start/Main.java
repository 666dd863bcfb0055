/** Counts for long before it starts threads that use three fields without any lock. */
public class Main {
    static volatile int first;
    static volatile int second;
    static volatile int third;
    static int sum;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 400_000; i++) {
            sum += i % 7;
        }
        Thread other = new Thread(() -> {
            first = 1;
            second = first + 1;
            third = second + 1;
        });
        other.start();
        int seen = third;
        assert seen == 0 || first == 1 && second == 2 && seen == 3;
        first = 1;
        other.join();
        assert third == 3;
    }
}
