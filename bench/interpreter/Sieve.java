/** Sieve of Eratosthenes, several rounds. */
public class Sieve {
    public static void main(String[] args) {
        int limit = 2_000_000;
        int rounds = 15;
        int count = 0;
        for (int round = 0; round < rounds; round++) {
            boolean[] composite = new boolean[limit + 1];
            count = 0;
            for (int i = 2; i <= limit; i++) {
                if (composite[i]) {
                    continue;
                }
                count++;
                for (long j = (long) i * i; j <= limit; j += i) {
                    composite[(int) j] = true;
                }
            }
        }
        System.out.println(count);
    }
}
