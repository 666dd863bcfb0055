package com.acme;

/** Threads of a scenario. */
final class Threads {
    private Threads() {}

    /** A part of a scenario. */
    interface Part {
        void run() throws Exception;
    }

    /** Runs the parts at the same time, each in a thread of its own, and waits for them. */
    static void together(Part... parts) throws InterruptedException {
        Thread[] threads = new Thread[parts.length];
        for (int at = 0; at < parts.length; at++) {
            Part part = parts[at];
            threads[at] = new Thread(() -> {
                try {
                    part.run();
                } catch (Exception failure) {
                    throw new AssertionError(failure);
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
