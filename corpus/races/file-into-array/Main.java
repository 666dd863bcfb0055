import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/** A file is read into an array that another thread looks at. */
public class Main {
    public static void main(String[] args) throws IOException, InterruptedException {
        byte[] buffer = new byte[2];
        try (FileOutputStream out = new FileOutputStream("numbers")) {
            out.write(7);
        }
        Thread reader = new Thread(() -> System.out.println(buffer[0]));
        reader.start();
        try (FileInputStream in = new FileInputStream("numbers")) {
            in.read(buffer);
        }
        reader.join();
    }
}
