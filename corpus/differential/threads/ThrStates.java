import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

public class ThrStates {
    static void until(Thread t, Thread.State s) {
        while (t.getState() != s) {
            Thread.yield();
        }
        System.out.println("reached " + s);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString(Thread.State.values()));
        System.out.println(Thread.currentThread().getState());

        Thread fresh = new Thread(() -> { });
        System.out.println(fresh.getState() + " " + fresh.isAlive());
        fresh.start();
        fresh.join();
        System.out.println(fresh.getState() + " " + fresh.isAlive());

        Object lock = new Object();
        Thread blocked;
        synchronized (lock) {
            blocked = new Thread(() -> {
                synchronized (lock) {
                    lock.notifyAll();
                }
            });
            blocked.start();
            until(blocked, Thread.State.BLOCKED);
            System.out.println("alive " + blocked.isAlive());
        }
        until(blocked, Thread.State.TERMINATED);

        boolean[] go = new boolean[1];
        Thread waiting = new Thread(() -> {
            synchronized (lock) {
                while (!go[0]) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        waiting.start();
        until(waiting, Thread.State.WAITING);
        synchronized (lock) {
            go[0] = true;
            lock.notify();
            // notified, but the monitor is held here: it has to be blocked on re-entry
            until(waiting, Thread.State.BLOCKED);
        }
        until(waiting, Thread.State.TERMINATED);

        Thread timed = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(100_000_000);
                } catch (InterruptedException e) {
                    // end
                }
            }
        });
        timed.start();
        until(timed, Thread.State.TIMED_WAITING);
        timed.interrupt();
        until(timed, Thread.State.TERMINATED);

        Thread sleeping = new Thread(() -> {
            try {
                Thread.sleep(100_000_000);
            } catch (InterruptedException e) {
                // end
            }
        });
        sleeping.start();
        until(sleeping, Thread.State.TIMED_WAITING);
        sleeping.interrupt();
        sleeping.join();

        Thread parked = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            while (Thread.currentThread().isInterrupted()) {
                Thread.interrupted();
            }
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(100_000_000_000_000L);
            }
        });
        parked.start();
        until(parked, Thread.State.WAITING);
        parked.interrupt();
        until(parked, Thread.State.TIMED_WAITING);
        parked.interrupt();
        parked.join();

        Thread joinee = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        });
        Thread joiner = new Thread(() -> {
            try {
                joinee.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        joinee.start();
        joiner.start();
        until(joiner, Thread.State.WAITING);
        System.out.println("joinee runs " + joinee.isAlive());
        joinee.interrupt();
        joiner.join();
        System.out.println(joinee.getState() + " " + joiner.getState());

        Thread self = new Thread(() -> System.out.println("self " + Thread.currentThread().getState()));
        self.start();
        self.join();
        System.out.println(Thread.State.valueOf("NEW").compareTo(Thread.State.TERMINATED));
    }
}
