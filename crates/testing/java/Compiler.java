import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import javax.tools.ToolProvider;

/**
 * The compiler, kept running: a line of standard input has the arguments of one call, with tabs between them; the answer is
 * a line with the result of the call and the number of lines that the compiler printed, then these lines.
 */
public class Compiler {
    public static void main(String[] args) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var calls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String call; (call = calls.readLine()) != null; ) {
            var printed = new ByteArrayOutputStream();
            int result = compiler.run(null, printed, printed, call.split("\t"));
            var lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
            System.out.println(result + " " + lines.size());
            lines.forEach(System.out::println);
            System.out.flush();
        }
    }
}
