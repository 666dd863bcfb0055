public class Main {
    static long now() {
        return System.currentTimeMillis() * 1_000_000;
    }

    public static void main(String[] args) throws InterruptedException {
        long start = now();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        sleeper.start();
        sleeper.join();
        assert now() - start >= 5_000_000;
    }
}
