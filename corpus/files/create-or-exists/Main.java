import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two threads make the same folder if it is not there yet: checking and making are two operations. */
public class Main {
    static final Path FOLDER = Path.of("/tmp/shared");

    static void makeIfMissing() {
        try {
            if (!Files.exists(FOLDER)) {
                Files.createDirectory(FOLDER);
            }
        } catch (FileAlreadyExistsException e) {
            throw new AssertionError("somebody else was faster", e);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Main::makeIfMissing);
        other.start();
        makeIfMissing();
        other.join();
    }
}
