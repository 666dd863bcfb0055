public class ThrExitFromThread {
    public static void main(String[] args) throws Exception {
        // uncaught exceptions in other threads leave the exit code alone
        Thread dies = new Thread("dies") {
            @Override
            public void run() {
                throw new RuntimeException("no influence");
            }
        };
        dies.start();
        dies.join();
        System.out.println("still here");

        Object lock = new Object();
        boolean[] go = new boolean[1];
        Thread exiter = new Thread(() -> {
            synchronized (lock) {
                while (!go[0]) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            System.out.println("exit with 300, seen as one byte");
            System.exit(300);
        });
        exiter.start();
        synchronized (lock) {
            go[0] = true;
            lock.notifyAll();
        }
        // main blocks forever; only the exit ends the machine
        synchronized (lock) {
            while (true) {
                lock.wait();
            }
        }
    }
}
