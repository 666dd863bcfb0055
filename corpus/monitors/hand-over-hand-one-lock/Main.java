public class Main {
    static class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static final Node head = new Node(0, new Node(1, new Node(2, new Node(3, null))));

    static void remove(int value) {
        Node before = head;
        while (true) {
            synchronized (before) {
                Node at = before.next;
                if (at.value == value) {
                    before.next = at.next;
                    return;
                }
                before = at;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> remove(1));
        a.start();
        remove(2);
        a.join();
    }
}
