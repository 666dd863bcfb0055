public class ThrMonitorState {
    interface Op {
        void run() throws Exception;
    }

    static void check(String what, Op op) {
        try {
            op.run();
            System.out.println(what + ": ok");
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " / " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        Object o = new Object();
        check("notify", o::notify);
        check("notifyAll", o::notifyAll);
        check("wait", o::wait);
        check("wait(1)", () -> o.wait(1));
        check("wait(0)", () -> o.wait(0));
        check("wait(1,1)", () -> o.wait(1, 1));
        check("wait(-1)", () -> o.wait(-1));
        check("class notify", () -> String.class.notify());
        check("array notify", () -> new int[2].notify());
        check("string wait", () -> "s".wait());
        check("thread notify", () -> Thread.currentThread().notify());
        check("null notify", () -> ((Object) null).notify());

        synchronized (o) {
            check("held notify", o::notify);
            check("held notifyAll", o::notifyAll);
            check("held wait(1)", () -> o.wait(1));
        }

        // held by another thread is not held by this one
        boolean[] st = new boolean[2];
        Thread t = new Thread(() -> {
            synchronized (o) {
                synchronized (st) {
                    st[0] = true;
                    st.notifyAll();
                    while (!st[1]) {
                        try {
                            st.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            }
        });
        t.start();
        synchronized (st) {
            while (!st[0]) {
                st.wait();
            }
        }
        check("other's notify", o::notify);
        check("other's wait", () -> o.wait(1));
        synchronized (st) {
            st[1] = true;
            st.notifyAll();
        }
        t.join();
        check("after", o::notify);

        // inside a synchronized on something else
        synchronized (o) {
            Object p = new Object();
            check("wrong monitor", p::notify);
            check("right monitor", o::notify);
        }

        // a synchronized instance method holds this, not the class
        new ThrMonitorState().inst();
        stat();

        // the exception inside a block does not damage the lock that is held
        synchronized (o) {
            try {
                new Object().wait();
            } catch (IllegalMonitorStateException e) {
                System.out.println("still held " + Thread.holdsLock(o));
            }
        }
        System.out.println("left " + Thread.holdsLock(o));

        // in a lambda called from a synchronized block
        Runnable r = () -> check("lambda under lock", o::notifyAll);
        synchronized (o) {
            r.run();
        }
        r.run();

        // a thread started under the lock does not own it
        synchronized (o) {
            Thread u = new Thread(() -> check("child", o::notify));
            u.start();
            u.join();
        }
        System.out.println(new IllegalMonitorStateException().getMessage());
        System.out.println(RuntimeException.class.isAssignableFrom(IllegalMonitorStateException.class));
    }

    synchronized void inst() {
        check("this", this::notify);
        check("class from instance", ThrMonitorState.class::notify);
    }

    static synchronized void stat() {
        check("class from static", ThrMonitorState.class::notify);
        check("instance from static", () -> new ThrMonitorState().notify());
    }
}
