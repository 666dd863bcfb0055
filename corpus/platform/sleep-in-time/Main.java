public class Main {
    static volatile boolean ran;

    static Thread thread(int priority, Runnable task) {
        Thread thread = new Thread(task);
        thread.setPriority(priority);
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread middle = thread(4, () -> ran = true);
        Thread low = thread(2, () -> {
            Thread.currentThread().setPriority(3);
            middle.start();
        });
        low.start();
        Thread.sleep(1);
        System.out.println(middle.isAlive() + " " + ran);
        low.join();
        middle.join();
    }
}
