/** Makes five objects in a loop. */
public class Allocates {
    static Object last;

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++)
            last = new Object();
    }
}
