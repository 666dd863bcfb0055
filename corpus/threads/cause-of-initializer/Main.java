public class Main {
    static volatile int failures;

    static class Failure extends RuntimeException {
        void count() {
            failures = failures + 1;
        }
    }

    static class Broken {
        static final int VALUE = value();

        static int value() {
            throw new Failure();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                System.out.println(Broken.VALUE);
            } catch (ExceptionInInitializerError e) {
                ((Failure) e.getCause()).count();
            }
        });
        other.start();
        failures = failures + 1;
        other.join();
        assert failures == 2 : failures;
    }
}
