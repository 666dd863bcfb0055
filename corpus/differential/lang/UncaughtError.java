public class UncaughtError {
    static class Odd extends Error {
        @Override
        public String toString() {
            return "odd error with its own text";
        }
    }

    static class Job implements AutoCloseable {
        private final int id;

        Job(int id) {
            this.id = id;
            System.out.println("start " + id);
        }

        void work() {
            if (id == 2) {
                throw new Odd();
            }
            try (Job j = new Job(id + 1)) {
                j.work();
            }
        }

        @Override
        public void close() {
            System.out.println("close " + id);
            if (id == 1) {
                throw new UnsupportedOperationException("close of " + id);
            }
        }
    }

    public static void main(String[] args) {
        try (Job j = new Job(0)) {
            j.work();
        } catch (RuntimeException e) {
            System.out.println("not an Error");
        }
    }
}
