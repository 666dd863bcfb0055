import java.io.*;
import java.util.*;

public class ScannerParsing {
    public static void main(String[] args) throws IOException {
        Scanner s = new Scanner("12 abc 3.5 true 99999999999 0x1F\nrest of line\nlast");
        System.out.println(s.nextInt() + s.next() + s.nextDouble() + s.nextBoolean() + s.nextLong() + s.next());
        System.out.println("[" + s.nextLine() + "][" + s.nextLine() + "][" + s.nextLine() + "]" + s.hasNextLine());
        try {
            s.nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        Scanner bad = new Scanner("x1 2");
        System.out.println(bad.hasNextInt());
        try {
            bad.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e);
        }
        System.out.println(bad.next() + bad.nextInt());
        try {
            bad.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        Scanner csv = new Scanner("a, b,,c").useDelimiter("\\s*,\\s*");
        while (csv.hasNext()) System.out.print("<" + csv.next() + ">");
        System.out.println();
        Scanner radix = new Scanner("ff 7f").useRadix(16);
        System.out.println(radix.nextInt() + " " + radix.nextByte() + " " + radix.radix());
        Scanner loc = new Scanner("1.234,5 7").useLocale(Locale.GERMANY);
        System.out.println(loc.nextDouble() + " " + loc.nextBigInteger());
        System.out.println(new Scanner("k=v;k2=v2").findInLine("(\\w+)=(\\w+)"));
        System.out.println(new Scanner("a1b22c333").findAll("\\d+").map(r -> r.group()).toList());
        System.out.println(new Scanner("a-b-c").useDelimiter("-").tokens().toList());
        BufferedReader r = new BufferedReader(new StringReader("l1\nl2\r\nl3\rl4"));
        String line;
        int n = 0;
        while ((line = r.readLine()) != null) System.out.println(++n + ":" + line);
        System.out.println(new BufferedReader(new StringReader("x\ny\nz")).lines().map(String::toUpperCase).toList());
        LineNumberReader ln = new LineNumberReader(new StringReader("a\nb\nc"));
        ln.readLine();
        ln.readLine();
        System.out.println(ln.getLineNumber());
        PushbackReader pb = new PushbackReader(new StringReader("abc"), 2);
        int c = pb.read();
        pb.unread(c);
        pb.unread('z');
        System.out.println((char) pb.read() + "" + (char) pb.read());
        StreamTokenizer st = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // c\n y"));
        st.slashSlashComments(true);
        st.eolIsSignificant(true);
        int t;
        while ((t = st.nextToken()) != StreamTokenizer.TT_EOF) System.out.print(t + ":" + st.sval + ":" + st.nval
                + " ");
        System.out.println();
        s.close();
        try {
            s.next();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        System.out.println(System.in.read());
    }
}
