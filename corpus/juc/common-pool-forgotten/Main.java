import java.util.concurrent.CompletableFuture;

public class Main {
    public static void main(String[] args) {
        CompletableFuture.runAsync(() -> System.out.println("task"));
        System.out.println("main");
    }
}
