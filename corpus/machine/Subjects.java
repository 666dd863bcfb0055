/** Small programs whose single steps the tests of the machine look at. Each nested class is one program. */
public class Subjects {
    /** Two threads that enter the same monitor, each twice. */
    public static class Locks {
        static final Object lock = new Object();
        static int count;

        static class Worker extends Thread {
            @Override
            public void run() {
                synchronized (lock) {
                    synchronized (lock) {
                        count++;
                    }
                }
            }
        }

        public static void main(String[] args) {
            new Worker().start();
            new Worker().start();
        }
    }

    /** Two threads that wait, one that notifies one of them, one that interrupts the first. */
    public static class Waiting {
        static final Object lock = new Object();
        static int interrupted;

        static class Waiter extends Thread {
            @Override
            public void run() {
                synchronized (lock) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        interrupted++;
                    }
                }
            }
        }

        static class Notifier extends Thread {
            @Override
            public void run() {
                synchronized (lock) {
                    lock.notify();
                }
            }
        }

        static class Interrupter extends Thread {
            final Thread other;

            Interrupter(Thread other) {
                this.other = other;
            }

            @Override
            public void run() {
                other.interrupt();
            }
        }

        public static void main(String[] args) {
            Thread first = new Waiter();
            first.start();
            new Waiter().start();
            new Notifier().start();
            new Interrupter(first).start();
        }
    }

    /** A thread that waits for at most a second, beside one that has something to do. */
    public static class Timed {
        static final Object lock = new Object();
        static volatile int beside;

        static class Waiter extends Thread {
            @Override
            public void run() {
                synchronized (lock) {
                    try {
                        lock.wait(1000);
                    } catch (InterruptedException e) {
                        beside = -1;
                    }
                }
            }
        }

        static class Busy extends Thread {
            @Override
            public void run() {
                beside++;
                beside++;
            }
        }

        public static void main(String[] args) {
            new Waiter().start();
            new Busy().start();
        }
    }

    /** Two threads that need the same class, whose initialiser looks at shared memory. */
    public static class Initialisation {
        static volatile int shared = 1;

        static class Slow {
            static int value = shared + shared;
        }

        static class Failing {
            static int value = 1 / (shared - shared);
        }

        static class Reader extends Thread {
            @Override
            public void run() {
                shared = Slow.value;
                try {
                    shared = Failing.value;
                } catch (ExceptionInInitializerError e) {
                    shared = 10;
                }
                try {
                    shared = Failing.value;
                } catch (NoClassDefFoundError e) {
                    shared = 20;
                }
            }
        }

        public static void main(String[] args) {
            new Reader().start();
            new Reader().start();
        }
    }

    /** Two threads that make objects, whose addresses depend on who comes first. */
    public static class Allocation {
        static volatile int size = 3;
        static Object left;
        static Object right;

        static class Left extends Thread {
            @Override
            public void run() {
                left = new int[size];
            }
        }

        static class Right extends Thread {
            @Override
            public void run() {
                Object[] list = new Object[size];
                list[1] = list;
                list[2] = new Object();
                right = list;
            }
        }

        public static void main(String[] args) {
            new Left().start();
            new Right().start();
        }
    }

    /** One thread that does something of everything that others can notice. */
    public static class Everything {
        static final Object lock = new Object();
        static final int[] from = {1, 2};
        static final int[] to = {3, 4};
        static volatile int seen;
        static int plain;

        static class Late {
            static int value = seen;
        }

        static class Doer extends Thread {
            final Thread other;

            Doer(Thread other) {
                this.other = other;
            }

            @Override
            public void run() {
                seen = 1;
                plain = seen;
                to[0] = from[1];
                System.arraycopy(from, 0, to, 0, 2);
                synchronized (lock) {
                    lock.notifyAll();
                    try {
                        lock.wait(1);
                    } catch (InterruptedException e) {
                        plain = 2;
                    }
                }
                plain = Late.value;
                java.util.concurrent.locks.LockSupport.unpark(other);
                java.util.concurrent.locks.LockSupport.parkNanos(1);
                other.interrupt();
                plain = other.isInterrupted() || other.isAlive() ? 3 : 4;
                System.out.println(plain);
            }
        }

        static class Other extends Thread {
            @Override
            public void run() {
                seen++;
                plain += from[0] + to[0];
            }
        }

        public static void main(String[] args) {
            Thread other = new Other();
            Thread doer = new Doer(other);
            doer.start();
            other.start();
        }
    }
}
