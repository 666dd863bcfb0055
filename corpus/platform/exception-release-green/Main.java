public class Main {
    static final RuntimeException FAILED = new RuntimeException();
    int x, y;
    synchronized void fail() { x = 1; throw FAILED; }
    synchronized String seen() { return x + " " + y; }
    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Thread t = new Thread() {
            public void run() { try { main.fail(); } catch (RuntimeException e) { } main.y = 1; }
        };
        t.start();
        String seen = main.seen();
        t.join();
        System.out.println(seen);
    }
}
