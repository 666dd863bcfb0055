public class ThrPingPong {
    static class Table {
        boolean pingTurn = true;
        final StringBuilder log = new StringBuilder();

        synchronized void hit(boolean ping) throws InterruptedException {
            while (pingTurn != ping) {
                wait();
            }
            log.append(ping ? "ping " : "pong ");
            pingTurn = !ping;
            notify();
        }
    }

    static class Slot<T> {
        private T value;

        synchronized void put(T v) throws InterruptedException {
            while (value != null) {
                wait();
            }
            value = v;
            notifyAll();
        }

        synchronized T take() throws InterruptedException {
            while (value == null) {
                wait();
            }
            T v = value;
            value = null;
            notifyAll();
            return v;
        }
    }

    public static void main(String[] args) throws Exception {
        Table table = new Table();
        Thread ping = new Thread(() -> {
            try {
                for (int i = 0; i < 6; i++) {
                    table.hit(true);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread pong = new Thread(() -> {
            try {
                for (int i = 0; i < 6; i++) {
                    table.hit(false);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        pong.start();
        ping.start();
        ping.join();
        pong.join();
        System.out.println(table.log.toString().trim());

        // request and reply over two slots
        Slot<Integer> req = new Slot<>();
        Slot<String> rep = new Slot<>();
        Thread server = new Thread(() -> {
            try {
                int q;
                while ((q = req.take()) >= 0) {
                    rep.put(Integer.toBinaryString(q));
                }
                rep.put("bye");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        server.start();
        for (int i = 0; i < 8; i++) {
            req.put(i);
            System.out.print(rep.take() + " ");
        }
        req.put(-1);
        System.out.println(rep.take());
        server.join();

        // fizz buzz by four threads
        int[] cur = {1};
        StringBuilder out = new StringBuilder();
        int max = 20;
        Thread[] ts = new Thread[4];
        for (int kind = 0; kind < 4; kind++) {
            final int k = kind;
            ts[kind] = new Thread(() -> {
                synchronized (cur) {
                    while (cur[0] <= max) {
                        int c = cur[0];
                        int want = (c % 3 == 0 ? 1 : 0) + (c % 5 == 0 ? 2 : 0);
                        if (want == k) {
                            out.append(k == 0 ? String.valueOf(c) : k == 1 ? "Fizz" : k == 2 ? "Buzz" : "FizzBuzz");
                            out.append(' ');
                            cur[0]++;
                            cur.notifyAll();
                        } else {
                            try {
                                cur.wait();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }
                    }
                }
            });
            ts[kind].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(out.toString().trim());

        // odd and even printed by two threads in order
        Object lock = new Object();
        int[] n = {0};
        Runnable r = () -> {
            boolean odd = Thread.currentThread().getName().equals("odd");
            synchronized (lock) {
                while (n[0] < 10) {
                    if ((n[0] % 2 == 1) == odd) {
                        System.out.print(Thread.currentThread().getName() + n[0] + (n[0] == 9 ? "\n" : " "));
                        n[0]++;
                        lock.notifyAll();
                    } else {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }
            }
        };
        Thread o = new Thread(r, "odd");
        Thread e = new Thread(r, "even");
        o.start();
        e.start();
        o.join();
        e.join();
    }
}
