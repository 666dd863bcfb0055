import java.util.zip.*;
import java.util.jar.*;
import java.io.*;

public class ZipStreamsAndFiles {
    public static void main(String[] a) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (GZIPOutputStream g = new GZIPOutputStream(b)) {
            g.write("hello hello hello".getBytes());
        }
        System.out.println(new String(new GZIPInputStream(new ByteArrayInputStream(b.toByteArray())).readAllBytes()));
        ByteArrayOutputStream z = new ByteArrayOutputStream();
        try (ZipOutputStream o = new ZipOutputStream(z)) {
            o.putNextEntry(new ZipEntry("d/a.txt"));
            o.write("abc".getBytes());
            o.closeEntry();
            o.putNextEntry(new ZipEntry("b"));
            o.closeEntry();
        }
        try (ZipInputStream i = new ZipInputStream(new ByteArrayInputStream(z.toByteArray()))) {
            ZipEntry e;
            while ((e = i.getNextEntry()) != null) System.out.println(e.getName() + new String(i.readAllBytes())
                    + e.isDirectory());
        }
        Manifest m = new Manifest(new ByteArrayInputStream("Manifest-Version: 1.0\nMain-Class: X\n\n".getBytes()));
        System.out.println(m.getMainAttributes().getValue("Main-Class"));
        CRC32 c = new CRC32();
        c.update("x".getBytes());
        Adler32 d = new Adler32();
        d.update(5);
        CRC32C cc = new CRC32C();
        cc.update(7);
        System.out.println(c.getValue() + " " + d.getValue() + " " + cc.getValue());
        File f = File.createTempFile("zzz", ".zip");
        try (FileOutputStream o = new FileOutputStream(f)) {
            o.write(z.toByteArray());
        }
        try (ZipFile zf = new ZipFile(f)) {
            System.out.println(zf.size() + " "
                    + new String(zf.getInputStream(zf.getEntry("d/a.txt")).readAllBytes()));
        }
        f.delete();
        Deflater de = new Deflater(9);
        de.setInput(new byte[1000]);
        de.finish();
        byte[] o = new byte[100];
        int n = de.deflate(o);
        Inflater in = new Inflater();
        in.setInput(o, 0, n);
        System.out.println(in.inflate(new byte[2000]) + " " + in.finished());
        try {
            new Inflater().inflate(new byte[1]);
            Inflater bad = new Inflater();
            bad.setInput(new byte[] {1, 2, 3});
            bad.inflate(new byte[9]);
        } catch (DataFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
