/** The main method of an interface. */
public interface MainInInterface {
    int VALUE = Integer.parseInt("7");

    static void main(String[] args) {
        System.out.println(MainInInterface.class.isInterface() + " " + VALUE);
    }
}
