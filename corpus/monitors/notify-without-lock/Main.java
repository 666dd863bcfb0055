public class Main {
    static final Object lock = new Object();

    public static void main(String[] args) {
        lock.notify();
    }
}
