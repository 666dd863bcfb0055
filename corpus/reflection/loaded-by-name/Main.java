public class Main {
    static int n;

    public static class Task implements Runnable {
        public void run() {
            n++;
        }
    }

    public static void main(String[] args) throws Exception {
        Runnable task = (Runnable) Class.forName("Main$Task").getDeclaredConstructor().newInstance();
        Thread t = new Thread(task);
        t.start();
        n++;
        t.join();
    }
}
