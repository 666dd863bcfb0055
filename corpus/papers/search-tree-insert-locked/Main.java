public class Main {
    static class Node {
        final int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }

        void insert(int k) {
            Node child;
            synchronized (this) {
                if (k == key) return;
                child = k < key ? left : right;
                if (child == null) {
                    if (k < key) left = new Node(k);
                    else right = new Node(k);
                    return;
                }
            }
            child.insert(k);
        }

        boolean contains(int k) {
            if (k == key) return true;
            Node child = k < key ? left : right;
            return child != null && child.contains(k);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node root = new Node(4);
        Thread a = new Thread(() -> root.insert(1));
        Thread b = new Thread(() -> root.insert(2));
        a.start();
        b.start();
        a.join();
        b.join();
        assert root.contains(1) && root.contains(2);
    }
}
