/** Making a text of an object calls a method of the program, which counts. */
public class Main {
    private static int count;

    @Override
    public String toString() {
        count++;
        return "x";
    }

    public static void main(String[] args) {
        Main main = new Main();
        System.out.println(main);
        String text = "a" + main;
        assert count < 2 : text;
    }
}
