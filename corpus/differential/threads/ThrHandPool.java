import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Supplier;

public class ThrHandPool {
    static class Promise<T> {
        private T value;
        private Throwable error;
        private boolean done;

        synchronized void complete(T v, Throwable e) {
            if (done) {
                throw new IllegalStateException("twice");
            }
            value = v;
            error = e;
            done = true;
            notifyAll();
        }

        synchronized T get() throws Exception {
            while (!done) {
                wait();
            }
            if (error != null) {
                throw new Exception("failed: " + error.getMessage(), error);
            }
            return value;
        }
    }

    static class Pool {
        private final LinkedList<Runnable> queue = new LinkedList<>();
        private final List<Thread> workers = new ArrayList<>();
        private boolean stopped;
        private int executed;

        Pool(int n) {
            for (int i = 0; i < n; i++) {
                Thread t = new Thread(this::loop, "pool-worker-" + i);
                workers.add(t);
                t.start();
            }
        }

        private void loop() {
            while (true) {
                Runnable r;
                synchronized (queue) {
                    while (queue.isEmpty() && !stopped) {
                        try {
                            queue.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    if (queue.isEmpty()) {
                        return;
                    }
                    r = queue.removeFirst();
                    executed++;
                }
                r.run();
            }
        }

        <T> Promise<T> submit(Supplier<T> s) {
            Promise<T> p = new Promise<>();
            synchronized (queue) {
                if (stopped) {
                    throw new IllegalStateException("stopped");
                }
                queue.add(() -> {
                    try {
                        p.complete(s.get(), null);
                    } catch (Throwable t) {
                        p.complete(null, t);
                    }
                });
                queue.notify();
            }
            return p;
        }

        void stop() throws InterruptedException {
            synchronized (queue) {
                stopped = true;
                queue.notifyAll();
            }
            for (Thread t : workers) {
                t.join();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int n = 1; n <= 4; n++) {
            Pool pool = new Pool(n);
            List<Promise<Integer>> ps = new ArrayList<>();
            for (int i = 0; i < 15; i++) {
                final int k = i;
                ps.add(pool.submit(() -> {
                    if (k % 7 == 6) {
                        throw new ArithmeticException("job " + k);
                    }
                    return k * k;
                }));
            }
            StringBuilder sb = new StringBuilder();
            for (Promise<Integer> p : ps) {
                try {
                    sb.append(p.get()).append(' ');
                } catch (Exception e) {
                    sb.append('[').append(e.getMessage()).append("] ");
                }
            }
            pool.stop();
            System.out.println(n + ": " + sb + "executed " + pool.executed);
            try {
                pool.submit(() -> 0);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }

        // jobs queued before the stop are still done
        Pool late = new Pool(2);
        int[] count = new int[1];
        for (int i = 0; i < 20; i++) {
            late.submit(() -> {
                synchronized (count) {
                    return ++count[0];
                }
            });
        }
        late.stop();
        System.out.println("count " + count[0]);
        Promise<String> p = new Promise<>();
        p.complete("x", null);
        try {
            p.complete("y", null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + p.get());
        }
    }
}
