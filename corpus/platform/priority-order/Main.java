public class Main {
    static final StringBuffer LOG = new StringBuffer();

    static Thread thread(String name, int priority) {
        Thread thread = new Thread(() -> LOG.append(name), name);
        thread.setPriority(priority);
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread low = thread("low ", 2);
        Thread middle = thread("middle ", 4);
        Thread high = thread("high ", 8);
        low.start();
        middle.start();
        high.start();
        LOG.append("main ");
        low.join();
        middle.join();
        high.join();
        System.out.println(LOG.toString().trim());
    }
}
