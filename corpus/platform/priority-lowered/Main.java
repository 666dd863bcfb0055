public class Main {
    static final StringBuffer LOG = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> LOG.append("other "));
        other.start();
        LOG.append("main ");
        Thread.currentThread().setPriority(3);
        LOG.append("later ");
        other.join();
        System.out.println(LOG.toString().trim());
    }
}
