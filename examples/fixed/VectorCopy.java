import java.util.Vector;

/**
 * A list of guests is copied while another thread clears it.
 *
 * <p>{@code toArray} measures and copies under one lock.
 */
public class VectorCopy {
    static Object[] copy(Vector<String> guests) {
        return guests.toArray();
    }

    public static void main(String[] args) throws InterruptedException {
        Vector<String> guests = new Vector<>();
        guests.add("Ann");

        Thread closing = new Thread(guests::removeAllElements);
        closing.start();
        Object[] list = copy(guests);
        closing.join();

        // Either the copy was made before the removal, or it is empty.
        assert list.length == 0 || "Ann".equals(list[0]) : "the copy contains " + list[0];
        System.out.println("copied: " + list.length);
    }
}
