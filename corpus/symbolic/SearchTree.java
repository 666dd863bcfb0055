/**
 * A binary search tree that threads insert into and search at the same time, recursively, each
 * node being a monitor; as in section 5.3 of Suwimonteerabuth, Esparza and Schwoon (SPIN 2008).
 */
public class SearchTree {
    static final class Node {
        final int value;
        private Node left, right;

        Node(int value) {
            this.value = value;
        }

        void insert(int x) {
            if (x == value) return;
            Node next;
            synchronized (this) {
                next = x < value ? left : right;
                if (next == null) {
                    Node made = new Node(x);
                    if (x < value) left = made;
                    else right = made;
                    return;
                }
            }
            next.insert(x);
        }

        boolean search(int x) {
            if (x == value) return true;
            Node next;
            synchronized (this) {
                next = x < value ? left : right;
            }
            return next != null && next.search(x);
        }
    }

    private static void insertAndFind(Node root, int x) {
        root.insert(x);
        assert root.search(x);
    }

    /** One inserter, one searcher. */
    static void oneAndOne(int a) {
        Node root = new Node(0);
        new Thread(() -> root.search(a)).start();
        insertAndFind(root, a);
    }

    static void twoAndOne(int a, int b) {
        Node root = new Node(0);
        new Thread(() -> root.search(a)).start();
        new Thread(() -> root.insert(b)).start();
        insertAndFind(root, a);
    }

    static void twoAndTwo(int a, int b) {
        Node root = new Node(0);
        new Thread(() -> root.search(a)).start();
        new Thread(() -> root.search(b)).start();
        new Thread(() -> root.insert(b)).start();
        insertAndFind(root, a);
    }
}
