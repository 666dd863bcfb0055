/** Copies an object while another thread changes it: the copy may be of half a change. */
public class Main {
    static class Point implements Cloneable {
        int x;
        int y;

        @Override
        public Point clone() {
            try {
                return (Point) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Point shared = new Point();
        Thread mover = new Thread(() -> {
            shared.x = 1;
            shared.y = 1;
        });
        mover.start();
        Point copy = shared.clone();
        mover.join();
        System.out.println(copy.x + " " + copy.y);
    }
}
