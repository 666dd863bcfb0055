import java.util.Arrays;

public class ThrBoundedBuffer {
    static class Buffer {
        final int[] slots;
        int head;
        int tail;
        int size;
        int maxSize;
        int blockedPuts;

        Buffer(int cap) {
            slots = new int[cap];
        }

        synchronized void put(int v) throws InterruptedException {
            boolean waited = false;
            while (size == slots.length) {
                waited = true;
                wait();
            }
            if (waited) {
                blockedPuts++;
            }
            slots[tail] = v;
            tail = (tail + 1) % slots.length;
            size++;
            maxSize = Math.max(maxSize, size);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (size == 0) {
                wait();
            }
            int v = slots[head];
            slots[head] = 0;
            head = (head + 1) % slots.length;
            size--;
            notifyAll();
            return v;
        }

        synchronized boolean offer(int v, long ms) throws InterruptedException {
            if (size == slots.length) {
                wait(ms);
            }
            if (size == slots.length) {
                return false;
            }
            put(v);
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        for (int cap : new int[] {1, 2, 3, 7}) {
            Buffer b = new Buffer(cap);
            int n = 30;
            long[] sums = new long[2];
            Thread[] ts = new Thread[4];
            for (int i = 0; i < 2; i++) {
                final int k = i;
                ts[i] = new Thread(() -> {
                    try {
                        for (int j = 1; j <= n; j++) {
                            b.put(j * 10 + k);
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                ts[2 + i] = new Thread(() -> {
                    try {
                        for (int j = 0; j < n; j++) {
                            sums[k] += b.take();
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
            }
            for (Thread t : ts) {
                t.start();
            }
            for (Thread t : ts) {
                t.join();
            }
            System.out.println("cap " + cap + " sum " + (sums[0] + sums[1]) + " left " + b.size
                    + " never over " + (b.maxSize <= cap) + " index " + (b.head == b.tail)
                    + " clean " + Arrays.stream(b.slots).sum());
        }

        Buffer full = new Buffer(2);
        System.out.println(full.offer(1, 1) + " " + full.offer(2, 1) + " " + full.offer(3, 5));
        System.out.println(full.take() + " " + full.offer(3, 1) + " " + full.take() + " " + full.take());

        // a producer stuck on a full buffer is freed by one take
        full.put(7);
        full.put(8);
        Thread stuck = new Thread(() -> {
            try {
                full.put(9);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        stuck.start();
        while (stuck.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        System.out.println("stuck, size " + full.size);
        System.out.println(full.take());
        stuck.join();
        System.out.println(full.take() + " " + full.take() + " blocked " + full.blockedPuts);

        // interrupting a stuck consumer leaves the buffer usable
        boolean[] hit = new boolean[1];
        Thread hungry = new Thread(() -> {
            try {
                full.take();
            } catch (InterruptedException e) {
                hit[0] = true;
            }
        });
        hungry.start();
        hungry.interrupt();
        hungry.join();
        full.put(11);
        System.out.println(hit[0] + " " + full.take() + " " + full.size);
    }
}
