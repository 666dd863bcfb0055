public class Main {
    static int n;

    public static void begin() {
        Thread t = new Thread(Main::add);
        t.start();
    }

    static void add() {
        n++;
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 5) {
            begin();
        }
        Thread starter = new Thread(() -> {
            try {
                Main.class.getMethod("begin").invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        starter.start();
        n++;
        starter.join();
    }
}
