import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

public class DeflateAndZip {
    static byte[] text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            text.append("line ").append(i * i % 97).append(i % 10 == 0 ? "\n" : ", ");
        }
        return text.toString().getBytes();
    }

    static byte[] inflate(byte[] packed, int length, boolean raw, int room) throws DataFormatException {
        Inflater inflater = new Inflater(raw);
        inflater.setInput(packed, 0, length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[room];
        while (!inflater.finished()) {
            int count = inflater.inflate(buffer);
            out.write(buffer, 0, count);
            if (count == 0 && inflater.needsInput()) {
                System.out.println("needs input");
                break;
            }
        }
        System.out.println(inflater.getTotalOut() + " " + (inflater.getTotalIn() == length) + " " + inflater.getRemaining());
        inflater.end();
        return out.toByteArray();
    }

    public static void main(String[] args) throws Exception {
        byte[] text = text();
        for (int level : new int[] {Deflater.DEFAULT_COMPRESSION, Deflater.NO_COMPRESSION, 1, 9}) {
            for (boolean raw : new boolean[] {false, true}) {
                Deflater deflater = new Deflater(level, raw);
                deflater.setInput(text);
                deflater.finish();
                byte[] packed = new byte[50_000];
                int length = 0;
                while (!deflater.finished()) {
                    length += deflater.deflate(packed, length, 700);
                }
                System.out.println(deflater.getTotalIn() + " " + (level == 0 || length < text.length / 2));
                System.out.println(Arrays.equals(text, inflate(packed, length, raw, 333)));
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text, 0, 1000);
            out.write(text, 1000, text.length - 1000);
        }
        System.out.println(Arrays.equals(text, new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes()));
        bytes.reset();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, true)) {
            for (int i = 0; i < 5; i++) {
                out.write(text, i * 10, 10);
                out.flush();
            }
        }
        System.out.println(new String(new InflaterInputStream(new ByteArrayInputStream(bytes.toByteArray())).readAllBytes()));
        bytes.reset();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : new String[] {"a.txt", "folder/b.txt", "empty"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(text, 0, name.length() * 5 - 25);
                zip.closeEntry();
            }
        }
        ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
            System.out.println(entry.getName() + " " + new String(zip.readAllBytes()) + " " + entry.getCrc());
        }
        try {
            new Inflater().inflate(new byte[1]);
            Inflater bad = new Inflater();
            bad.setInput(new byte[] {1, 2, 3, 4, 5});
            bad.inflate(new byte[10]);
        } catch (DataFormatException e) {
            System.out.println("refused");
        }
    }
}
