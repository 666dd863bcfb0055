/** A copy that does not fit fails before it touches anything. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        int[] from = new int[2];
        Thread writer = new Thread(() -> from[0] = 1);
        writer.start();
        try {
            System.arraycopy(from, 0, new int[4], 0, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("does not fit");
        }
        writer.join();
    }
}
