/** A text is made of characters that another thread replaces. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        char[] letters = {'a', 'b'};
        Thread writer = new Thread(() -> letters[1] = 'c');
        writer.start();
        StringBuilder builder = new StringBuilder("-");
        builder.append(letters);
        writer.join();
        System.out.println(builder);
    }
}
