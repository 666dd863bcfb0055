public class ThrHalt {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook must not run");
            System.out.flush();
        }));
        Thread t = new Thread(() -> {
            try {
                System.out.println("halting");
                System.out.flush();
                Runtime.getRuntime().halt(7);
            } finally {
                System.out.println("finally must not run");
                System.out.flush();
            }
        });
        t.start();
        t.join();
        System.out.println("must not be reached");
    }
}
