import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class Main {
    static final File COUNTER = new File("counter");

    static int read() {
        try (FileInputStream in = new FileInputStream(COUNTER)) {
            return in.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(int value) {
        try (FileOutputStream out = new FileOutputStream(COUNTER)) {
            out.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static synchronized void bump() {
        write(read() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        write(0);
        Thread other = new Thread(Main::bump);
        other.start();
        bump();
        other.join();
        assert read() == 2;
    }
}
