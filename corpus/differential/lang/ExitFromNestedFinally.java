public class ExitFromNestedFinally {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        try {
            System.out.println("try");
            throw new RuntimeException("never seen");
        } finally {
            System.out.print("partial");
            System.exit(37);
        }
    }
}
