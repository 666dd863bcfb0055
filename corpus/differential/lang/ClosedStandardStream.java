import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;

/** What is printed to a closed stream is lost, and only the stream knows. */
public class ClosedStandardStream {
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        Writer writer = new OutputStreamWriter(out);
        writer.write("written\n");
        writer.close();
        out.println("lost");
        System.err.println(out.checkError());
        out.close();
        System.setErr(System.err);
        System.err.println("last");
    }
}
