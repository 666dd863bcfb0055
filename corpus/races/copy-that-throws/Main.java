/** System.arraycopy that throws before it copies anything touches no element. */
public class Main {
    static final int[] source = new int[4];
    static final Object[] objects = new Object[2];

    static void copy(Object from, int at, Object to, int length) {
        try {
            System.arraycopy(from, at, to, 0, length);
            throw new IllegalStateException();
        } catch (IndexOutOfBoundsException | ArrayStoreException e) {
            // Nothing was copied.
        }
    }

    public static void main(String[] args) throws Exception {
        Thread copies = new Thread(() -> {
            copy(source, 2, new int[8], 3);
            copy(source, 0, new int[1], 2);
            copy(source, 0, new long[8], 2);
            copy(objects, 0, new int[8], 2);
        });
        copies.start();
        source[0] = 1;
        source[3] = 1;
        objects[1] = "written";
        copies.join();
    }
}
