package heddle.maven;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Checks a main class of the project for every interleaving. */
@Mojo(
        name = "check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class CheckMojo extends HeddleMojo {
    /** The class with the main method; it may stand among the tests. */
    @Parameter(property = "heddle.mainClass")
    private String mainClass;

    @Override
    List<String> arguments() throws MojoExecutionException {
        if (mainClass == null) {
            throw new MojoExecutionException("name the class with the main method: -Dheddle.mainClass=CLASS, or"
                    + " <mainClass> in the configuration of the plug-in");
        }
        List<String> arguments =
                new ArrayList<>(List.of("check", mainClass, "--class-path", joined(testClassPath())));
        // A build has to end. The file of the project may say when; tests have a limit anyway.
        if (!Files.exists(project.getBasedir().toPath().resolve("heddle.toml"))) {
            arguments.addAll(List.of("--timeout", "60"));
        }
        if (!sources().isEmpty()) {
            arguments.addAll(List.of("--source-path", sources()));
        }
        return arguments;
    }
}
