public class Main {
    static volatile boolean flag;
    public static void main(String[] args) throws Exception {
        Thread waits = Thread.ofVirtual().start(() -> { while (!flag) { } });
        Thread sets = Thread.ofVirtual().start(() -> flag = true);
        waits.join(); sets.join();
    }
}
