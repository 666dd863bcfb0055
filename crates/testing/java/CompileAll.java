import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles many programs that all have the same class names, each into a folder of its own, in one virtual machine. */
public class CompileAll {
    /** Arguments: a folder of sources that programs may import from, then pairs of source folder and target folder. */
    public static void main(String[] args) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        for (int i = 1; i < args.length; i += 2) {
            String target = args[i + 1];
            var options = new ArrayList<>(List.of("-g", "-nowarn", "-proc:none", "-sourcepath", args[0], "-cp", target, "-d", target));
            Files.createDirectories(Path.of(target));
            try (var files = Files.list(Path.of(args[i]))) {
                files.map(Path::toString).filter(name -> name.endsWith(".java")).sorted().forEach(options::add);
            }
            var messages = new ByteArrayOutputStream();
            if (compiler.run(null, null, messages, options.toArray(new String[0])) != 0) {
                System.err.print(messages);
                System.exit(1);
            }
        }
    }
}
