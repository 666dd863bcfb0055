public class Main {
    static class Node {
        private Node peer;

        void ping() {
            Node p;
            synchronized (this) {
                p = peer;
            }
            p.pong();
        }

        synchronized void pong() {
            // only needs the lock
        }
    }

    public static void main(String[] args) {
        Node a = new Node();
        Node b = new Node();
        a.peer = b;
        b.peer = a;
        new Thread(() -> a.ping()).start();
        b.ping();
    }
}
