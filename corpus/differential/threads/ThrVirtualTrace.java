// jdk: 21+

/** The stack of a virtual thread ends in the method that runs every virtual thread. */
public class ThrVirtualTrace {
    static void fail() {
        throw new IllegalStateException("inside");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread caught = Thread.startVirtualThread(() -> {
            try {
                fail();
            } catch (IllegalStateException e) {
                e.printStackTrace(System.out);
            }
        });
        caught.join();
        Thread.ofVirtual().name("unlucky").start(ThrVirtualTrace::fail).join();
    }
}
