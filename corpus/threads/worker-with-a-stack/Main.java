/** The worker is found among the threads that have a stack trace. */
public class Main {
    static final class Worker extends Thread {
        volatile int steps;

        @Override
        public void run() {
            steps = 1;
            steps = 2;
        }
    }

    public static void main(String[] args) {
        new Worker().start();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread instanceof Worker worker) {
                assert worker.steps != 1 : "between two steps";
            }
        }
    }
}
