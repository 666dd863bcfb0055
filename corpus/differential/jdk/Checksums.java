import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

public class Checksums {
    static long soft(byte[] b) {
        int c = ~0;
        for (byte x : b) {
            c ^= x & 0xff;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) != 0 ? c >>> 1 ^ 0xEDB88320 : c >>> 1;
            }
        }
        return ~c & 0xffffffffL;
    }

    public static void main(String[] args) {
        byte[] all = new byte[1000];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i * 7);
        }
        for (Checksum c : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
            System.out.print(c.getClass().getSimpleName() + " " + c.getValue());
            c.update("123456789".getBytes(), 0, 9);
            System.out.print(" " + c.getValue());
            c.update(65);
            System.out.print(" " + c.getValue());
            c.reset();
            c.update(all);
            System.out.print(" " + c.getValue());
            c.update(all, 10, 0);
            c.update(all, 10, 5);
            System.out.println(" " + c.getValue());
            try {
                c.update(all, 990, 11);
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println("bounds");
            }
        }
        CRC32 crc = new CRC32();
        crc.update(all);
        System.out.println(crc.getValue() == soft(all));
        for (int n = 0; n < 70; n += 13) {
            crc.reset();
            crc.update(all, 0, n);
            System.out.print(Long.toHexString(crc.getValue()) + " ");
        }
        System.out.println();
    }
}
