// The same with two reads of the field: the second may see 0 although the first did not.
// sc: proved
// jmm: violated assertion
public class HashTwice {
    static int hash;

    static int hash() {
        if (hash == 0) {
            hash = 31;
        }
        return hash;
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
