import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.CharArrayReader;
import java.io.CharArrayWriter;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.stream.Collectors;

public class ReadersAndWriters {
    static class Rot13 extends java.io.FilterReader {
        Rot13(Reader r) {
            super(r);
        }

        private int rot(int c) {
            if (c >= 'a' && c <= 'z') {
                return 'a' + (c - 'a' + 13) % 26;
            }
            return c;
        }

        @Override
        public int read() throws IOException {
            return rot(super.read());
        }

        @Override
        public int read(char[] b, int o, int l) throws IOException {
            int n = super.read(b, o, l);
            for (int i = o; i < o + n; i++) {
                b[i] = (char) rot(b[i]);
            }
            return n;
        }
    }

    static class Broken extends Writer {
        int n;

        @Override
        public void write(char[] c, int o, int l) throws IOException {
            n += l;
            if (n > 5) {
                throw new IOException("disk full at " + n);
            }
        }

        @Override
        public void flush() { }

        @Override
        public void close() {
            System.out.print("[closed] ");
        }
    }

    public static void main(String[] args) throws IOException {
        StringReader sr = new StringReader("hello\nworld");
        char[] buf = new char[4];
        System.out.println((char) sr.read() + "" + sr.read(buf) + new String(buf) + sr.skip(2) + (char) sr.read() + sr.ready() + sr.markSupported());
        sr.mark(0);
        System.out.print(sr.read(buf, 1, 2) + new String(buf));
        sr.reset();
        System.out.println(sr.read(new char[100]) + "" + sr.read());
        sr.close();
        try {
            sr.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        BufferedReader br = new BufferedReader(new StringReader("l1\nl2\r\nl3\rl4\n\nlast"), 3);
        for (String l = br.readLine(); l != null; l = br.readLine()) {
            System.out.print("<" + l + ">");
        }
        System.out.println(br.readLine() + br.read());
        System.out.println(new BufferedReader(new StringReader("c\na\nb")).lines().sorted().collect(Collectors.joining(",")));
        LineNumberReader ln = new LineNumberReader(new StringReader("x\ny\nz"));
        ln.readLine();
        ln.readLine();
        System.out.println(ln.getLineNumber() + ln.readLine() + ln.getLineNumber());
        System.out.println(new BufferedReader(new Rot13(new StringReader("uryyb jbeyq"))).readLine() + (char) new Rot13(new StringReader("n")).read());
        StringWriter sw = new StringWriter();
        PrintWriter pw = new PrintWriter(sw);
        pw.print(1);
        pw.print('c');
        pw.print(2.5);
        pw.print(true);
        pw.print((Object) null);
        pw.print(new char[] {'x', 'y'});
        pw.printf("%03d|", 7);
        pw.append("app").append('z').append("abcdef", 1, 3);
        pw.write("written", 1, 3);
        pw.write(65);
        pw.println();
        pw.println(1L);
        pw.println("s");
        pw.flush();
        System.out.print(sw);
        System.out.println(sw.getBuffer().length() + " " + pw.checkError());
        StringWriter s2 = new StringWriter();
        BufferedWriter bw = new BufferedWriter(s2, 4);
        bw.write("ab");
        System.out.print("[" + s2 + "]");
        bw.write("cdefgh");
        System.out.print("[" + s2 + "]");
        bw.newLine();
        bw.write("tail", 2, 2);
        bw.close();
        System.out.println("[" + s2.toString().replace("\n", "\\n") + "]");
        try {
            bw.write("x");
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        PushbackReader pb = new PushbackReader(new StringReader("abc"), 2);
        int c = pb.read();
        pb.unread(c);
        pb.unread('!');
        System.out.println((char) pb.read() + "" + (char) pb.read() + (char) pb.read());
        try {
            pb.unread("xyz".toCharArray());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        CharArrayWriter cw = new CharArrayWriter();
        new CharArrayReader("chars".toCharArray(), 1, 3).transferTo(cw);
        System.out.println(cw + "" + cw.size());
        StreamTokenizer st = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // comment\ny"));
        st.slashSlashComments(true);
        StringBuilder sb = new StringBuilder();
        while (st.nextToken() != StreamTokenizer.TT_EOF) {
            sb.append(st.ttype == StreamTokenizer.TT_NUMBER ? "N" + st.nval : st.ttype == StreamTokenizer.TT_WORD ? "W" + st.sval : st.ttype == '\'' ? "Q" + st.sval : "C" + (char) st.ttype).append(' ');
        }
        System.out.println(sb);
        PrintWriter bad = new PrintWriter(new Broken());
        bad.print("abc");
        System.out.print(bad.checkError());
        bad.print("defg");
        System.out.println(bad.checkError());
        try (Writer w = new Broken()) {
            w.write("123456789");
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BufferedReader(new Reader() {
                @Override
                public int read(char[] b, int o, int l) throws IOException {
                    throw new IOException("unreadable");
                }

                @Override
                public void close() { }
            }).lines().count();
        } catch (UncheckedIOException e) {
            System.out.println(e.getCause().getMessage());
        }
        System.out.println(Reader.nullReader().read() + " " + new StringWriter(3).append(null).toString());
    }
}
