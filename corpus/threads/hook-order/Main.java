public class Main {
    static Thread hook(String name) {
        return new Thread(() -> System.out.print(name));
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(hook("a"));
        Runtime.getRuntime().addShutdownHook(hook("b"));
    }
}
