public class ThrUncaughtStderr {
    static class Bad extends Thread {
        final int kind;

        Bad(String name, int kind) {
            super(name);
            this.kind = kind;
        }

        @Override
        public void run() {
            work(kind);
        }

        void work(int k) {
            switch (k) {
                case 0:
                    throw new IllegalStateException("kind zero");
                case 1:
                    throw new UnsupportedOperationException();
                case 2:
                    try {
                        inner();
                    } catch (RuntimeException e) {
                        throw new RuntimeException("wrapped", e);
                    }
                    break;
                case 3:
                    int zero = k - 3;
                    System.out.println(k / zero);
                    break;
                case 4:
                    RuntimeException r = new RuntimeException("with suppressed");
                    r.addSuppressed(new Exception("s1"));
                    r.addSuppressed(new Error("s2", new Exception("cause of s2")));
                    throw r;
                case 5:
                    throw new Custom(5);
                default:
                    assert k < 0 : "default " + k;
            }
        }

        void inner() {
            throw new ArrayIndexOutOfBoundsException(7);
        }
    }

    static class Custom extends RuntimeException {
        final int code;

        Custom(int code) {
            this.code = code;
        }

        @Override
        public String toString() {
            return "Custom#" + code;
        }
    }

    public static void main(String[] args) throws Exception {
        // one after the other, so that the traces do not mix
        for (int i = 0; i <= 6; i++) {
            Bad b = new Bad("bad-" + i, i);
            b.start();
            b.join();
            System.out.println(b.getName() + " " + b.getState());
        }
        Thread quiet = new Thread(() -> {
            throw new ThreadDeath();
        });
        quiet.setUncaughtExceptionHandler((t, e) -> System.out.println("handled " + e.getClass().getSimpleName()));
        quiet.start();
        quiet.join();
        System.out.println("main goes on and ends well");
    }
}
