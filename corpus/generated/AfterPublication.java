// prints -1
// prints 0
// prints 1
// prints 2
// race
/** Writes to an object after it was published are seen by others one by one. */
public class AfterPublication {
    static class Node {
        int f;
    }

    static Node ref;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread("T1") {
            public void run() {
                Node p = new Node();
                ref = p;
                p.f = 1;
                p.f = 2;
            }
        };
        t.start();
        Node p = ref;
        int seen = p == null ? -1 : p.f;
        t.join();
        System.out.println(seen);
    }
}
