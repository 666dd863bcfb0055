import java.util.Vector;

/**
 * A list of guests is copied while another thread clears it.
 *
 * <p>Every method of {@code Vector} is synchronized, but the copy needs two of them. If the vector
 * is cleared in between, the copy has room for a guest and no guest in it. The copy constructor of
 * {@code Vector} itself had this bug in Java 5.
 */
public class VectorCopy {
    static Object[] copy(Vector<String> guests) {
        Object[] list = new Object[guests.size()];
        // The size is already history here.
        guests.copyInto(list);
        return list;
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
