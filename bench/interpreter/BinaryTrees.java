/** Many short-lived trees: allocation, recursion and collection. */
public class BinaryTrees {
    static final class Node {
        Node left;
        Node right;
    }

    static Node build(int depth) {
        Node node = new Node();
        if (depth > 0) {
            node.left = build(depth - 1);
            node.right = build(depth - 1);
        }
        return node;
    }

    static int count(Node node) {
        return node.left == null ? 1 : 1 + count(node.left) + count(node.right);
    }

    public static void main(String[] args) {
        int maximum = 16;
        Node keep = build(maximum);
        for (int depth = 4; depth <= maximum; depth += 4) {
            int rounds = 1 << (maximum - depth + 4);
            int total = 0;
            for (int i = 0; i < rounds; i++) {
                total += count(build(depth));
            }
            System.out.println(rounds + " trees of depth " + depth + ": " + total);
        }
        System.out.println(count(keep));
    }
}
