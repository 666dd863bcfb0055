import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import static java.nio.file.StandardOpenOption.*;

public class FileChannels {
    public static void main(String[] args) throws Exception {
        Path p = Files.createTempFile("chan", ".dat");
        try (FileChannel c = FileChannel.open(p, READ, WRITE)) {
            System.out.println(c.write(ByteBuffer.wrap("hello world".getBytes())) + " " + c.position() + " "
                    + c.size());
            c.position(6);
            ByteBuffer b = ByteBuffer.allocate(5);
            System.out.println(c.read(b) + new String(b.array()) + c.read(ByteBuffer.allocate(1)));
            c.write(ByteBuffer.wrap("J".getBytes()), 0);
            b.clear();
            c.read(b, 0);
            System.out.println(new String(b.array()));
            c.truncate(3);
            System.out.println(c.size() + " " + c.position());
            System.out.println(c.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[] {65, 66}),
                    ByteBuffer.wrap(new byte[] {67})}) + " " + c.size());
            ByteBuffer[] in = {ByteBuffer.allocate(2), ByteBuffer.allocateDirect(4)};
            c.position(0);
            System.out.println(c.read(in) + " " + in[0] + " " + in[1].position());
            try (FileLock l = c.lock()) {
                System.out.println(l.isValid() + " " + l.isShared() + " " + l.size());
                try {
                    c.tryLock();
                } catch (OverlappingFileLockException e) {
                    System.out.println(e);
                }
            }
            c.force(true);
        }
        try (FileChannel c = FileChannel.open(p, READ)) {
            try {
                c.write(ByteBuffer.allocate(1));
            } catch (NonWritableChannelException e) {
                System.out.println(e);
            }
        }
        try (SeekableByteChannel c = Files.newByteChannel(p, APPEND)) {
            c.write(StandardCharsets.UTF_8.encode("++"));
            System.out.println(c.size());
        }
        Path q = p.resolveSibling(p.getFileName() + "2");
        try (FileChannel x = FileChannel.open(p, READ); FileChannel y = FileChannel.open(q, CREATE, WRITE, READ)) {
            System.out.println(x.transferTo(0, 100, y) + " " + y.size() + " " + y.transferFrom(x, 2, 3) + " "
                    + y.size());
        }
        System.out.println(Arrays.toString(Files.readAllBytes(q)));
        try (ReadableByteChannel r = Channels.newChannel(Files.newInputStream(q, DELETE_ON_CLOSE))) {
            System.out.println(r.read(ByteBuffer.allocate(100)));
        }
        System.out.println(Files.exists(q));
        FileChannel closed = FileChannel.open(p);
        closed.close();
        try {
            closed.size();
        } catch (ClosedChannelException e) {
            System.out.println(e);
        }
        Files.delete(p);
        try {
            FileChannel.open(p);
        } catch (NoSuchFileException e) {
            System.out.println("none");
        }
    }
}
