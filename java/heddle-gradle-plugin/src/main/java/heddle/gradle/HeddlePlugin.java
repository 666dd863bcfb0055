package heddle.gradle;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;

/**
 * Checks the tests of a Java project, or a main class of it, for every interleaving: the tasks {@code heddleTest}, which
 * {@code check} depends on, and {@code heddleCheck}. The extension {@code heddle} has the options.
 */
public final class HeddlePlugin implements Plugin<Project> {
    @Override
    public void apply(Project project) {
        HeddleOptions options = project.getExtensions().create("heddle", HeddleOptions.class);
        project.getPlugins().withType(JavaPlugin.class, java -> addTasks(project, options));
    }

    private static void addTasks(Project project, HeddleOptions options) {
        // An extension today, a convention in old versions: the property is there in all.
        SourceSetContainer sets = (SourceSetContainer) project.property("sourceSets");
        SourceSet main = sets.getByName(SourceSet.MAIN_SOURCE_SET_NAME);
        SourceSet test = sets.getByName(SourceSet.TEST_SOURCE_SET_NAME);
        File base = project.getProjectDir();
        Path folder = project.getBuildDir().toPath().resolve("heddle");
        List<File> sources = new ArrayList<>();
        test.getJava().getSrcDirs().forEach(sources::add);
        main.getJava().getSrcDirs().forEach(sources::add);

        project.getTasks().create("heddleTest", HeddleTask.class, task -> {
            task.setGroup("verification");
            task.setDescription("Checks the tests for every interleaving of their threads.");
            task.dependsOn(test.getClassesTaskName());
            task.prepare(base, options, () -> {
                List<List<String>> commands = new ArrayList<>();
                List<File> folders = existing(test.getOutput().getClassesDirs().getFiles());
                for (File classes : folders) {
                    List<File> path = new ArrayList<>(existing(test.getRuntimeClasspath().getFiles()));
                    path.remove(classes);
                    // Each language has a folder of its own.
                    String name = folders.size() == 1 ? "heddle" : "heddle-" + classes.getParentFile().getName();
                    List<String> command = new ArrayList<>(List.of("test", classes.getPath()));
                    command.addAll(List.of("--runs", folder.resolve("runs").toString()));
                    command.addAll(List.of("--junit-xml", folder.resolve("TEST-" + name + ".xml").toString()));
                    addPaths(command, path, sources);
                    options.getSelect().forEach(pattern -> command.addAll(List.of("--select", pattern)));
                    commands.add(command);
                }
                return commands;
            }, folder);
        });
        project.getTasks().getByName("check").dependsOn("heddleTest");

        project.getTasks().create("heddleCheck", HeddleTask.class, task -> {
            task.setGroup("verification");
            task.setDescription("Checks a main class for every interleaving of its threads.");
            task.dependsOn(test.getClassesTaskName());
            task.prepare(base, options, () -> {
                if (options.getMainClass() == null) {
                    throw new GradleException("name the class with the main method: heddle { mainClass = '…' }");
                }
                List<String> command = new ArrayList<>(List.of("check", options.getMainClass()));
                // A build has to end. The file of the project may say when; tests have a limit anyway.
                if (!new File(base, "heddle.toml").exists()) {
                    command.addAll(List.of("--timeout", "60"));
                }
                addPaths(command, existing(test.getRuntimeClasspath().getFiles()), sources);
                return List.of(command);
            }, folder);
        });
    }

    private static void addPaths(List<String> command, List<File> path, List<File> sources) {
        if (!path.isEmpty()) {
            command.addAll(List.of("--class-path", joined(path)));
        }
        if (!existing(sources).isEmpty()) {
            command.addAll(List.of("--source-path", joined(existing(sources))));
        }
    }

    private static String joined(List<File> files) {
        List<String> names = new ArrayList<>();
        files.forEach(file -> names.add(file.getPath()));
        return String.join(File.pathSeparator, names);
    }

    private static List<File> existing(Iterable<File> files) {
        List<File> found = new ArrayList<>();
        files.forEach(file -> {
            if (file.exists()) {
                found.add(file);
            }
        });
        return found;
    }
}
