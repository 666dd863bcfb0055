/** The stack of a thread that waits, as another thread sees it. */
public class StacksOfOthers {
    static class Sleeper extends Thread {
        final Object lock = new Object();

        Sleeper() {
            super("sleeper");
            setDaemon(true);
        }

        @Override
        public void run() {
            rest();
        }

        void rest() {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("woken");
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        while (sleeper.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        for (StackTraceElement element : sleeper.getStackTrace()) {
            System.out.println(element + " " + element.getModuleName() + " " + element.getModuleVersion());
        }
        for (StackTraceElement element : Thread.getAllStackTraces().get(sleeper)) {
            System.out.println(element);
        }
        for (StackTraceElement element : Thread.getAllStackTraces().get(Thread.currentThread())) {
            System.out.println(element);
        }
        sleeper.interrupt();
        sleeper.join();
        System.out.println(sleeper.getStackTrace().length + " " + new Throwable().getStackTrace()[0]);
    }
}
