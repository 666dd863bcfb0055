package heddle.maven;

import heddle.launch.Binary;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * What both goals have in common: the command, its options, and what its exit code means. Options that are not set here
 * are what {@code heddle.toml} in the folder of the module says, else those of the command.
 */
abstract class HeddleMojo extends AbstractMojo {
    private static final int VIOLATED = 1;
    private static final int BOUNDED = 2;
    private static final int UNKNOWN = 3;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    /** Do nothing. */
    @Parameter(property = "heddle.skip", defaultValue = "false")
    private boolean skip;

    /** The command, if it is neither packed with this plug-in nor on the PATH. */
    @Parameter(property = "heddle.binary")
    private String binary;

    /** Seconds for each program or test, with decimals if need be. */
    @Parameter(property = "heddle.timeout")
    private Double timeout;

    /** What a data race counts as: error, warn, off. */
    @Parameter(property = "heddle.races")
    private String races;

    /** When time-outs fire: any, last. */
    @Parameter(property = "heddle.time")
    private String time;

    /** Only schedules with at most so many preemptions. */
    @Parameter(property = "heddle.preemptions")
    private Integer preemptions;

    /** Whether a search that was cut short without finding a violation fails the build. */
    @Parameter(property = "heddle.failOnBounded", defaultValue = "true")
    private boolean failOnBounded;

    /** Other options of the command. */
    @Parameter(property = "heddle.options")
    private List<String> options;

    /** What the goal asks for; nothing if there is nothing to do. */
    abstract List<String> arguments() throws MojoExecutionException;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Heddle is skipped (heddle.skip)");
            return;
        }
        List<String> arguments = arguments();
        if (arguments.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>();
        command.add(command());
        command.addAll(arguments);
        add(command, "--timeout", timeout);
        add(command, "--races", races);
        add(command, "--time", time);
        add(command, "--preemptions", preemptions);
        if (options != null) {
            command.addAll(options);
        }
        conclude(run(command));
    }

    private static void add(List<String> command, String option, Object value) {
        if (value != null) {
            command.addAll(List.of(option, value.toString()));
        }
    }

    private String command() throws MojoExecutionException {
        try {
            if (binary != null) {
                System.setProperty("heddle.binary", binary);
            }
            return Binary.find().toString();
        } catch (IllegalStateException error) {
            throw new MojoExecutionException(error.getMessage());
        }
    }

    private int run(List<String> command) throws MojoExecutionException {
        getLog().debug(String.join(" ", command));
        List<String> printed = new ArrayList<>();
        try {
            Process process = new ProcessBuilder(command).directory(project.getBasedir()).redirectErrorStream(true).start();
            process.getOutputStream().close();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                lines.lines().forEach(line -> {
                    printed.add(line);
                    getLog().info(line);
                });
            }
            int code = process.waitFor();
            if (code != 0 && !getLog().isInfoEnabled()) {
                // Maven is quiet (-q), but a failure needs its reason.
                printed.forEach(line -> getLog().error(line));
            }
            return code;
        } catch (IOException error) {
            throw new MojoExecutionException("cannot run " + command.get(0) + ": " + error.getMessage(), error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", error);
        }
    }

    private void conclude(int code) throws MojoExecutionException, MojoFailureException {
        switch (code) {
            case 0:
                return;
            case VIOLATED:
                throw new MojoFailureException("Heddle found a violation; the schedule is above");
            case BOUNDED:
                if (failOnBounded) {
                    throw new MojoFailureException("the search was cut short; raise heddle.timeout, or accept it with"
                            + " heddle.failOnBounded=false");
                }
                getLog().warn("the search was cut short: nothing is proved");
                return;
            case UNKNOWN:
                throw new MojoFailureException("something cannot be checked; the reason is above");
            default:
                throw new MojoExecutionException("heddle ended with exit code " + code);
        }
    }

    /** The class path of the tests, without entries that do not exist. */
    static String joined(List<String> entries) {
        List<String> found = new ArrayList<>(entries);
        found.removeIf(entry -> !Files.exists(Path.of(entry)));
        return String.join(File.pathSeparator, found);
    }

    /** The sources of the project, for showing lines. */
    String sources() {
        List<String> roots = new ArrayList<>(project.getTestCompileSourceRoots());
        roots.addAll(project.getCompileSourceRoots());
        return joined(roots);
    }

    List<String> testClassPath() throws MojoExecutionException {
        try {
            return project.getTestClasspathElements();
        } catch (DependencyResolutionRequiredException error) {
            throw new MojoExecutionException("the dependencies are not resolved", error);
        }
    }
}
