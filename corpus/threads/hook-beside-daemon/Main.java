public class Main {
    static volatile int first, second;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            first = 1;
            second = 1;
        });
        daemon.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            int seen = first;
            assert seen == second : "between the two";
        }));
        daemon.start();
    }
}
