public class Main {
    static class Node {
        final int key;
        volatile Node left;
        volatile Node right;

        Node(int key) {
            this.key = key;
        }

        synchronized Node insert(int k) {
            if (k == key) return null;
            Node child = k < key ? left : right;
            if (child != null) return child;
            if (k < key) left = new Node(k);
            else right = new Node(k);
            return null;
        }

        boolean contains(int k) {
            if (k == key) return true;
            Node child = k < key ? left : right;
            return child != null && child.contains(k);
        }
    }

    static void insert(Node root, int k) {
        Node node = root;
        while (node != null) node = node.insert(k);
    }

    public static void main(String[] args) throws InterruptedException {
        Node root = new Node(4);
        insert(root, 2);
        Thread inserter = new Thread(() -> insert(root, 1));
        inserter.start();
        boolean found = root.contains(1);
        inserter.join();
        System.out.println("found=" + found);
    }
}
