import java.time.LocalDateTime;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        LocalDateTime end = LocalDateTime.now().plusSeconds(1);
        while (LocalDateTime.now().isBefore(end)) {
            Thread.sleep(100);
        }
        System.out.println("done");
    }
}
