/** A thread whose run method is synchronized starts while its starter holds its monitor. */
public class SynchronizedRun extends Thread {
    private boolean ran;

    @Override
    public synchronized void run() {
        ran = true;
        notifyAll();
        throw new IllegalStateException("a trace without frames of the launcher");
    }

    public static void main(String[] args) throws Exception {
        SynchronizedRun thread = new SynchronizedRun();
        thread.setUncaughtExceptionHandler((of, error) -> {
            System.out.println(error.getMessage());
            for (StackTraceElement element : error.getStackTrace()) {
                System.out.println("  " + element.getMethodName());
            }
        });
        synchronized (thread) {
            thread.start();
            System.out.println("started: " + thread.ran);
            while (!thread.ran) {
                thread.wait();
            }
        }
        thread.join();
        System.out.println("ended: " + thread.ran);
    }
}
