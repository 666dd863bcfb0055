import java.util.zip.CRC32;

/** A checksum is taken while another thread writes the bytes. */
public class Main {
    private static volatile int written;

    public static void main(String[] args) {
        byte[] bytes = new byte[1];
        new Thread(() -> {
            written = 1;
            bytes[0] = 1;
            written = 2;
        }).start();
        int before = written;
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        CRC32 unwritten = new CRC32();
        unwritten.update(new byte[1]);
        boolean isOld = checksum.getValue() == unwritten.getValue();
        System.out.println(before + " " + isOld + " " + written);
    }
}
