public class Main {
    static final StringBuffer LOG = new StringBuffer();

    static Thread thread(String name) {
        return new Thread(() -> {
            LOG.append(name);
            Thread.yield();
            LOG.append(name);
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = thread("a");
        Thread b = thread("b");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(LOG);
    }
}
