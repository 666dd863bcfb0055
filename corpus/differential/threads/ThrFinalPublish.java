import java.util.List;
import java.util.Map;

public class ThrFinalPublish {
    static final class Point {
        final int x;
        final int y;
        final int[] trail;
        final List<String> names;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
            this.trail = new int[] {x, y, x + y};
            this.names = List.of("p" + x, "q" + y);
        }

        boolean consistent() {
            return y == x + 1 && trail[0] == x && trail[1] == y && trail[2] == x + y
                    && names.get(0).equals("p" + x) && names.size() == 2;
        }
    }

    // handed over without synchronization on purpose: final fields make it safe
    static Point racy = new Point(0, 1);

    static class Node {
        final int v;
        final Node next;

        Node(int v, Node next) {
            this.v = v;
            this.next = next;
        }
    }

    static Node head;

    enum Op {
        ADD {
            int apply(int a, int b) {
                return a + b;
            }
        },
        MUL {
            int apply(int a, int b) {
                return a * b;
            }
        };

        abstract int apply(int a, int b);
    }

    public static void main(String[] args) throws Exception {
        int[] bad = new int[1];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 100; j++) {
                    if (k < 2) {
                        racy = new Point(j * 2 + k, j * 2 + k + 1);
                    } else if (!racy.consistent()) {
                        synchronized (bad) {
                            bad[0]++;
                        }
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("inconsistent " + bad[0] + " last one of two " + (racy.x == 198 || racy.x == 199));

        // immutable list grown under a lock, read without one
        Object lock = new Object();
        Thread[] us = new Thread[3];
        boolean[] sorted = {true};
        for (int i = 0; i < 3; i++) {
            us[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    synchronized (lock) {
                        head = new Node(head == null ? 0 : head.v + 1, head);
                    }
                    Node n = head;
                    while (n.next != null) {
                        if (n.v != n.next.v + 1) {
                            sorted[0] = false;
                        }
                        n = n.next;
                    }
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        int len = 0;
        for (Node n = head; n != null; n = n.next) {
            len++;
        }
        System.out.println("length " + len + " sorted " + sorted[0]);

        // captured variables of lambdas, inner classes and start() publish as well
        int base = 5;
        int[] arr = {1, 2, 3};
        String text = "t".repeat(3);
        Map<String, Integer> map = Map.of("a", 1);
        String[] out = new String[2];
        arr[1] = 20;
        Thread l = new Thread(() -> out[0] = base + arr[1] + text + map);
        class Local implements Runnable {
            final int own = base * 2;

            public void run() {
                out[1] = own + text + Op.ADD.apply(base, own) + Op.MUL.apply(base, own);
            }
        }
        Thread m = new Thread(new Local());
        l.start();
        m.start();
        l.join();
        m.join();
        System.out.println(out[0] + " " + out[1]);

        // interned strings and small boxes are the same objects for all threads
        Object[] seen = new Object[4];
        Thread p = new Thread(() -> {
            seen[0] = "lit";
            seen[1] = Integer.valueOf(100);
        });
        Thread q = new Thread(() -> {
            seen[2] = new String(new char[] {'l', 'i', 't'}).intern();
            seen[3] = Integer.valueOf(100);
        });
        p.start();
        q.start();
        p.join();
        q.join();
        System.out.println((seen[0] == seen[2]) + " " + (seen[1] == seen[3]));
    }
}
