public class ThrAliveHoldsLock {
    static synchronized boolean inStatic() {
        return Thread.holdsLock(ThrAliveHoldsLock.class);
    }

    synchronized boolean inInstance() {
        return Thread.holdsLock(this) && !Thread.holdsLock(ThrAliveHoldsLock.class);
    }

    public static void main(String[] args) throws Exception {
        Object a = new Object();
        Object b = new Object();
        System.out.println(Thread.holdsLock(a));
        synchronized (a) {
            System.out.println(Thread.holdsLock(a) + " " + Thread.holdsLock(b));
            synchronized (b) {
                System.out.println(Thread.holdsLock(a) + " " + Thread.holdsLock(b));
                synchronized (a) {
                    System.out.println("twice " + Thread.holdsLock(a));
                }
                System.out.println("still " + Thread.holdsLock(a));
            }
            System.out.println("b gone " + Thread.holdsLock(b));
        }
        System.out.println("a gone " + Thread.holdsLock(a));
        System.out.println(inStatic() + " " + new ThrAliveHoldsLock().inInstance());
        System.out.println(Thread.holdsLock(ThrAliveHoldsLock.class));
        try {
            Thread.holdsLock(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        try {
            synchronized (nothing()) {
                System.out.println("unreachable");
            }
        } catch (NullPointerException e) {
            System.out.println("NPE from synchronized");
        }

        // another thread holds it, not this one
        boolean[] other = new boolean[2];
        boolean[] state = new boolean[2];
        Thread t = new Thread(() -> {
            synchronized (b) {
                synchronized (a) {
                    other[0] = Thread.holdsLock(a);
                    state[0] = true;
                    a.notifyAll();
                    while (!state[1]) {
                        try {
                            a.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    other[1] = Thread.holdsLock(a) && Thread.holdsLock(b);
                }
            }
        });
        System.out.println("alive before start " + t.isAlive());
        t.start();
        synchronized (a) {
            while (!state[0]) {
                a.wait();
            }
            System.out.println("t alive " + t.isAlive() + " holds b here " + Thread.holdsLock(b)
                    + " holds a " + Thread.holdsLock(a));
            state[1] = true;
            a.notifyAll();
        }
        t.join();
        System.out.println(other[0] + " " + other[1] + " alive " + t.isAlive());

        // arrays, strings, boxed values and class objects are monitors, too
        int[] arr = new int[0];
        synchronized (arr) {
            System.out.println(Thread.holdsLock(arr));
        }
        String s = "interned";
        synchronized (s) {
            System.out.println(Thread.holdsLock("inter" + "ned") + " " + Thread.holdsLock(new String(s)));
        }
        synchronized (int.class) {
            System.out.println(Thread.holdsLock(Integer.TYPE) + " " + Thread.holdsLock(Integer.class));
        }
        synchronized (Thread.currentThread()) {
            System.out.println(Thread.holdsLock(Thread.currentThread()));
        }
        Runnable lambda = () -> { };
        synchronized (lambda) {
            System.out.println(Thread.holdsLock(lambda));
        }
    }

    static Object nothing() {
        return null;
    }
}
