public class ShutdownHookOutput {
    static int state;

    public static void main(String[] args) {
        Thread hook = new Thread(() -> System.out.println("hook sees " + state));
        Thread removed = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        state = 7;
        System.out.println("main ends");
        if (args.length == 0) {
            state = 8;
            System.exit(3);
        }
    }
}
