import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class ByteStreams {
    static class Upper extends FilterOutputStream {
        int calls;

        Upper(java.io.OutputStream o) {
            super(o);
        }

        @Override
        public void write(int b) throws IOException {
            calls++;
            out.write(Character.toUpperCase(b));
        }
    }

    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream bo = new ByteArrayOutputStream(2);
        DataOutputStream d = new DataOutputStream(bo);
        d.writeInt(0xCAFEBABE);
        d.writeLong(Long.MIN_VALUE + 5);
        d.writeShort(-2);
        d.writeByte(300);
        d.writeChar('\u4e2d');
        d.writeFloat(1.5f);
        d.writeDouble(Double.NaN);
        d.writeBoolean(true);
        d.writeUTF("a\0\u00e9\u4e2d\ud83d\ude00");
        d.writeBytes("xyz");
        d.writeChars("q");
        d.write(new byte[] {1, 2, 3}, 1, 2);
        System.out.println(d.size() + " " + bo.size() + " " + Arrays.toString(bo.toByteArray()));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(Integer.toHexString(in.readInt()) + " " + in.readLong() + " " + in.readUnsignedShort() + " " + in.readByte() + " " + (int) in.readChar() + " " + in.readFloat() + " " + in.readDouble() + " " + in.readBoolean() + " " + in.readUTF().codePoints().boxed().toList());
        byte[] three = new byte[3];
        in.readFully(three);
        System.out.println(new String(three, StandardCharsets.US_ASCII) + in.readChar() + in.skipBytes(1) + in.readUnsignedByte() + in.read());
        try {
            in.readInt();
        } catch (EOFException e) {
            System.out.println("eof " + e.getMessage());
        }
        ByteArrayInputStream bi = new ByteArrayInputStream(new byte[] {10, -1, 30, 40, 50}, 1, 3);
        System.out.println(bi.available() + " " + bi.read() + " " + bi.markSupported());
        bi.mark(0);
        System.out.print(bi.read() + " " + bi.skip(10) + " " + bi.read() + " ");
        bi.reset();
        System.out.println(Arrays.toString(bi.readAllBytes()) + bi.read(new byte[0]) + bi.read(new byte[1]));
        SequenceInputStream seq = new SequenceInputStream(new ByteArrayInputStream("ab".getBytes()), new ByteArrayInputStream("cd".getBytes()));
        System.out.println(new String(seq.readNBytes(3)) + (char) seq.read() + seq.read());
        PushbackInputStream pb = new PushbackInputStream(new ByteArrayInputStream(new byte[] {7}));
        int v = pb.read();
        pb.unread(v + 1);
        System.out.println(pb.read() + " " + pb.read());
        BufferedInputStream buf = new BufferedInputStream(new ByteArrayInputStream(new byte[50]), 8);
        buf.mark(20);
        System.out.print(buf.skip(5) + " " + buf.read(new byte[30]) + " " + buf.available() + " ");
        try {
            buf.reset();
            System.out.println(buf.available());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        ByteArrayOutputStream sink = new ByteArrayOutputStream();
        Upper up = new Upper(sink);
        up.write("mixed Case".getBytes());
        up.write('z');
        System.out.println(sink + " " + up.calls + " " + sink.size());
        sink.reset();
        PrintStream ps = new PrintStream(sink, true, StandardCharsets.UTF_8);
        ps.print('\u00e9');
        ps.print(5);
        ps.println(new char[] {'c'});
        ps.printf("%x", 255);
        ps.write(33);
        ps.append("ap", 0, 1);
        System.out.println(Arrays.toString(sink.toByteArray()) + ps.checkError());
        ByteArrayOutputStream o2 = new ByteArrayOutputStream();
        sink.writeTo(o2);
        new ByteArrayInputStream(new byte[] {9, 9}).transferTo(o2);
        System.out.println(o2.size() + o2.toString(StandardCharsets.ISO_8859_1).substring(2, 4));
        OutputStreamWriter ow = new OutputStreamWriter(o2, StandardCharsets.UTF_16BE);
        o2.reset();
        ow.write("A\u00e9");
        ow.flush();
        System.out.println(Arrays.toString(o2.toByteArray()));
        InputStreamReader ir = new InputStreamReader(new ByteArrayInputStream(new byte[] {(byte) 0xc3, (byte) 0xa9, 'x', (byte) 0xff, 'y'}), StandardCharsets.UTF_8);
        StringBuilder sb = new StringBuilder();
        for (int c = ir.read(); c >= 0; c = ir.read()) {
            sb.append(Integer.toHexString(c)).append(' ');
        }
        System.out.println(sb);
        InputStream fib = new InputStream() {
            int a = 0, b = 1;

            @Override
            public int read() {
                int r = a;
                a = b;
                b += r;
                return r > 255 ? -1 : r;
            }
        };
        System.out.println(Arrays.toString(fib.readAllBytes()) + InputStream.nullInputStream().read());
        PrintStream old = System.out;
        ByteArrayOutputStream cap = new ByteArrayOutputStream();
        System.setOut(new PrintStream(cap));
        System.out.print("captured");
        System.setOut(old);
        System.out.println("<" + cap + ">");
        System.setIn(new ByteArrayInputStream("typed\n".getBytes()));
        System.out.println((char) System.in.read() + "" + System.in.available());
    }
}
