import heddle.Verify;

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
        Node root = new Node(1);
        int a = Verify.anyInt(0, 2);
        int b = Verify.anyInt(0, 2);
        Thread t = new Thread(() -> root.insert(a));
        t.start();
        root.insert(b);
        t.join();
        assert root.contains(a) && root.contains(b);
    }
}
