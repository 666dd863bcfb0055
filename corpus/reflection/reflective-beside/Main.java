public class Main {
    private final Object lock = new Object();
    private int n;

    void add() {
        synchronized (lock) {
            n++;
        }
    }

    public static void main(String[] args) throws Exception {
        String kind = (String) Class.forName("java.lang.Integer").getMethod("toString", int.class).invoke(null, 7);
        Main main = new Main();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                main.add();
                main.add();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert main.n == 6 && kind.equals("7");
    }
}
