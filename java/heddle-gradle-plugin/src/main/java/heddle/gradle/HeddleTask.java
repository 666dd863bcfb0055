package heddle.gradle;

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
import java.util.function.Supplier;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.tasks.TaskAction;

/** Runs the command, shows what it prints, and fails as its exit code says. */
public class HeddleTask extends DefaultTask {
    private static final int VIOLATED = 1;
    private static final int BOUNDED = 2;
    private static final int UNKNOWN = 3;

    private File base;
    private HeddleOptions options;
    private Supplier<List<List<String>>> commands;
    private Path folder;

    void prepare(File base, HeddleOptions options, Supplier<List<List<String>>> commands, Path folder) {
        this.base = base;
        this.options = options;
        this.commands = commands;
        this.folder = folder;
    }

    @TaskAction
    public void check() throws IOException, InterruptedException {
        List<List<String>> asked = commands.get();
        if (asked.isEmpty()) {
            getLogger().lifecycle("There are no tests to check");
            return;
        }
        Files.createDirectories(folder);
        List<Integer> codes = new ArrayList<>();
        for (List<String> one : asked) {
            codes.add(run(complete(one)));
        }
        conclude(worst(codes));
    }

    /** What counts of several exit codes: a violation, else what could not be done, else what was cut short. */
    static int worst(List<Integer> codes) {
        List<Integer> mild = List.of(BOUNDED, 0);
        int worst = 0;
        for (int code : codes) {
            boolean isWorse = code == VIOLATED || worst != VIOLATED && mild.indexOf(code) < mild.indexOf(worst);
            worst = isWorse ? code : worst;
        }
        return worst;
    }

    private List<String> complete(List<String> asked) {
        List<String> command = new ArrayList<>();
        command.add(binary());
        command.addAll(asked);
        add(command, "--timeout", options.getTimeout());
        add(command, "--races", options.getRaces());
        add(command, "--time", options.getTime());
        add(command, "--preemptions", options.getPreemptions());
        command.addAll(options.getOptions());
        return command;
    }

    private static void add(List<String> command, String option, Object value) {
        if (value != null) {
            command.addAll(List.of(option, value.toString()));
        }
    }

    private String binary() {
        try {
            if (options.getBinary() != null) {
                System.setProperty("heddle.binary", options.getBinary());
            }
            return Binary.find().toString();
        } catch (IllegalStateException error) {
            throw new GradleException(error.getMessage());
        }
    }

    private int run(List<String> command) throws IOException, InterruptedException {
        getLogger().info(String.join(" ", command));
        Process process = new ProcessBuilder(command).directory(base).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> getLogger().lifecycle(line));
        }
        return process.waitFor();
    }

    private void conclude(int code) {
        switch (code) {
            case 0:
                return;
            case VIOLATED:
                throw new GradleException("Heddle found a violation; the schedule is above");
            case BOUNDED:
                if (options.isFailOnBounded()) {
                    throw new GradleException("the search was cut short; raise heddle.timeout, or accept it with"
                            + " heddle.failOnBounded = false");
                }
                getLogger().warn("the search was cut short: nothing is proved");
                return;
            case UNKNOWN:
                throw new GradleException("something cannot be checked; the reason is above");
            default:
                throw new GradleException("heddle ended with exit code " + code);
        }
    }
}
