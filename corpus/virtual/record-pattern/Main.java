public class Main {
    record Pair(int a, int b) { }

    static volatile Object message;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.startVirtualThread(() -> message = new Pair(1, 2));
        String result = switch (message) {
            case Pair(int a, int b) -> "sum=" + (a + b);
            case null, default -> "none";
        };
        t.join();
        System.out.println(result);
    }
}
