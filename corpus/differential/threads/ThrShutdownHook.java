public class ThrShutdownHook {
    static volatile boolean mainDone;

    public static void main(String[] args) throws Exception {
        Thread hook = new Thread(() -> {
            System.out.println("hook runs in " + Thread.currentThread().getName() + ", main done " + mainDone);
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
                System.out.println("registered?");
            } catch (IllegalStateException e) {
                System.out.println("add: " + e.getMessage());
            }
            try {
                Runtime.getRuntime().removeShutdownHook(new Thread(() -> { }));
                System.out.println("removed?");
            } catch (IllegalStateException e) {
                System.out.println("remove: " + e.getMessage());
            }
            // a hook may start and join threads
            int[] n = new int[1];
            Thread helper = new Thread(() -> n[0] = 5);
            helper.start();
            try {
                helper.join();
                Thread.sleep(5);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
            System.out.println("helper gave " + n[0]);
            System.out.flush();
        }, "my-hook");
        Runtime.getRuntime().addShutdownHook(hook);
        System.out.println("state " + hook.getState());
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Thread running = new Thread(() -> {
            try {
                Runtime.getRuntime().addShutdownHook(Thread.currentThread());
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        });
        running.start();
        running.join();
        try {
            Runtime.getRuntime().addShutdownHook(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        // a non-daemon thread outlives main: the hook waits for it
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            System.out.println("last thread");
            mainDone = true;
        }).start();
        System.out.println("main returns");
    }
}
