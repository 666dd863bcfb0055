public class ThrTokenRing {
    static class Node extends Thread {
        final int id;
        Node next;
        private Integer token;
        private boolean has;
        int passes;
        final StringBuffer log;

        Node(int id, StringBuffer log) {
            super("node-" + id);
            this.id = id;
            this.log = log;
        }

        synchronized void give(Integer t) {
            if (has) {
                throw new IllegalStateException("two tokens");
            }
            token = t;
            has = true;
            notifyAll();
        }

        private synchronized Integer await() throws InterruptedException {
            while (!has) {
                wait();
            }
            has = false;
            return token;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Integer t = await();
                    if (t == null) {
                        if (!next.done()) {
                            next.give(null);
                        }
                        return;
                    }
                    passes++;
                    if (t == 0) {
                        log.append("zero at ").append(id);
                        finished = true;
                        next.give(null);
                        return;
                    }
                    log.append(id).append(' ');
                    next.give(t - 1);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private volatile boolean finished;

        boolean done() {
            return finished;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int n : new int[] {2, 3, 5}) {
            StringBuffer log = new StringBuffer();
            Node[] ring = new Node[n];
            for (int i = 0; i < n; i++) {
                ring[i] = new Node(i, log);
            }
            for (int i = 0; i < n; i++) {
                ring[i].next = ring[(i + 1) % n];
            }
            for (Node x : ring) {
                x.start();
            }
            ring[0].give(12);
            StringBuilder passes = new StringBuilder();
            for (Node x : ring) {
                x.join();
                passes.append(x.passes).append(' ');
            }
            System.out.println(n + ": " + log + " | " + passes.toString().trim());
        }

        // leader election: each number travels until it meets a larger one
        int[] ids = {4, 9, 2, 7, 5};
        int n = ids.length;
        java.util.ArrayDeque<Integer>[] links = newLinks(n);
        int[] leader = new int[n];
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                send(links[(k + 1) % n], ids[k]);
                while (true) {
                    int m = recv(links[k]);
                    if (m < 0) {
                        leader[k] = -m;
                        if (ids[k] != -m) {
                            send(links[(k + 1) % n], m);
                        }
                        return;
                    }
                    if (m > ids[k]) {
                        send(links[(k + 1) % n], m);
                    } else if (m == ids[k]) {
                        send(links[(k + 1) % n], -m);
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(leader));
    }

    @SuppressWarnings("unchecked")
    static java.util.ArrayDeque<Integer>[] newLinks(int n) {
        java.util.ArrayDeque<Integer>[] a = new java.util.ArrayDeque[n];
        for (int i = 0; i < n; i++) {
            a[i] = new java.util.ArrayDeque<>();
        }
        return a;
    }

    static void send(java.util.ArrayDeque<Integer> q, int v) {
        synchronized (q) {
            q.add(v);
            q.notifyAll();
        }
    }

    static int recv(java.util.ArrayDeque<Integer> q) {
        synchronized (q) {
            while (q.isEmpty()) {
                try {
                    q.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return q.remove();
        }
    }
}
