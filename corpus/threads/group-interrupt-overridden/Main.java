import java.util.concurrent.locks.LockSupport;

/** Counts interrupts without any lock. */
public class Main {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread member = new Thread(group, "member") {
            @Override
            public void run() {
                count++;
                LockSupport.park();
            }

            @Override
            public void interrupt() {
                count++;
                super.interrupt();
            }
        };
        member.start();
        group.interrupt();
        LockSupport.unpark(member);
        member.join();
    }
}
