// The cached hash of String: a race, but the field is read once and written with one value.
// sc: proved
// jmm: proved
public class HashOnce {
    static int hash;

    static int hash() {
        int seen = hash;
        if (seen == 0) {
            seen = 31;
            hash = seen;
        }
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            if (hash() != 31) {
                throw new AssertionError();
            }
        }, "one");
        Thread two = new Thread(() -> {
            if (hash() != 31) {
                throw new AssertionError();
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
