package heddle.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Checks the tests of the project for every interleaving. */
@Mojo(
        name = "test",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class TestMojo extends HeddleMojo {
    /** Only these tests: com.acme.CounterTest#increments, a class, or a pattern in which * stands for any text. */
    @Parameter(property = "heddle.select")
    private List<String> select;

    @Override
    List<String> arguments() throws MojoExecutionException {
        String classes = project.getBuild().getTestOutputDirectory();
        if (!Files.isDirectory(Path.of(classes))) {
            getLog().info("There are no tests to check");
            return List.of();
        }
        List<String> path = new ArrayList<>(testClassPath());
        path.remove(classes);
        String folder = project.getBuild().getDirectory() + "/heddle";
        try {
            Files.createDirectories(Path.of(folder));
        } catch (IOException error) {
            throw new MojoExecutionException("cannot make the folder " + folder + ": " + error.getMessage(), error);
        }
        List<String> arguments = new ArrayList<>(List.of(
                "test", classes, "--runs", folder + "/runs", "--junit-xml", folder + "/TEST-heddle.xml"));
        if (!joined(path).isEmpty()) {
            arguments.addAll(List.of("--class-path", joined(path)));
        }
        if (!sources().isEmpty()) {
            arguments.addAll(List.of("--source-path", sources()));
        }
        for (String pattern : select == null ? List.<String>of() : select) {
            arguments.addAll(List.of("--select", pattern));
        }
        return arguments;
    }
}
