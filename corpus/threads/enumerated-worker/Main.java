/** The only way to the worker is to ask which threads there are. */
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
        Thread[] found = new Thread[3];
        int count = Thread.enumerate(found);
        for (int i = 0; i < count; i++) {
            if (found[i] instanceof Worker worker) {
                System.out.println(worker.steps);
            }
        }
    }
}
