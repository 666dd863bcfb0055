/** Both halves are changed under a lock; who copies the object does not take it. */
public class Main implements Cloneable {
    private int left;
    private int right;

    synchronized void grow() {
        left++;
        right++;
    }

    int difference() throws CloneNotSupportedException {
        Main copy = (Main) super.clone();
        return copy.left - copy.right;
    }

    public static void main(String[] args) throws CloneNotSupportedException {
        Main pair = new Main();
        new Thread(pair::grow).start();
        assert pair.difference() == 0;
    }
}
