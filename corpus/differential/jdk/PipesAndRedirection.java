import java.io.*;

public class PipesAndRedirection {
    public static void main(String[] a) throws Exception {
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        Thread t = new Thread(() -> { try (out) { out.write("piped data".getBytes()); } catch (IOException e) { } });
        t.start();
        System.out.println(new String(in.readAllBytes()));
        t.join();
        SequenceInputStream s = new SequenceInputStream(new ByteArrayInputStream("ab".getBytes()),
                new ByteArrayInputStream("cd".getBytes()));
        System.out.println(new String(s.readAllBytes()));
        PrintStream old = System.out;
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        System.setOut(new PrintStream(b, true, "UTF-8"));
        System.out.printf("%s %d%n", "cap", 5);
        System.out.print('c');
        System.out.write(65);
        System.out.append("xyz", 1, 2).println(new char[] {'q'});
        System.setOut(old);
        System.out.println(b.toString("UTF-8").replace("\n", "/") + b.size());
        System.err.println("to err");
        System.setErr(System.out);
        System.err.println("merged");
        System.setIn(new ByteArrayInputStream("line1\nline2".getBytes()));
        System.out.println(new java.util.Scanner(System.in).nextLine());
        CharArrayWriter w = new CharArrayWriter();
        w.write("hi");
        System.out.println(w.toCharArray().length);
        DataOutputStream d = new DataOutputStream(b);
        d.writeUTF("é");
        d.writeDouble(1.5);
        d.writeBoolean(true);
        d.writeChars("ab");
        System.out.println(d.size());
        StringReader r = new StringReader("abc");
        r.mark(1);
        r.read();
        r.reset();
        System.out.println((char) r.read() + "" + r.skip(1) + r.ready());
        System.out.println(System.out.checkError());
        Writer nw = Writer.nullWriter();
        nw.write("x");
        System.out.println(InputStream.nullInputStream().read());
        try {
            new ByteArrayInputStream(new byte[2]).readNBytes(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            in.read();
            in.close();
            in.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
