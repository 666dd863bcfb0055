import java.io.IOException;
import java.io.RandomAccessFile;

/** Only as many elements are written as there are bytes in the file. */
public class Main {
    public static void main(String[] args) throws IOException, InterruptedException {
        byte[] buffer = new byte[2];
        try (RandomAccessFile file = new RandomAccessFile("numbers", "rw")) {
            file.write(7);
            file.seek(0);
            Thread writer = new Thread(() -> buffer[1] = 1);
            writer.start();
            int read = file.read(buffer);
            writer.join();
            System.out.println(read + " " + buffer[0] + " " + buffer[1]);
        }
    }
}
