package heddle.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in in a project of Gradle's own fixtures; a script stands for the command and writes down its arguments. */
class HeddlePluginTest {
    @TempDir
    Path folder;

    private Project project;

    @BeforeEach
    void apply() throws Exception {
        for (String name : List.of("build/classes/java/test", "build/classes/java/main", "src/test/java")) {
            Files.createDirectories(folder.resolve(name));
        }
        project = ProjectBuilder.builder().withProjectDir(folder.toFile()).build();
        project.getPluginManager().apply("java");
        project.getPluginManager().apply("dev.heddle");
    }

    private HeddleOptions options() {
        return project.getExtensions().getByType(HeddleOptions.class);
    }

    private HeddleTask task(String name) {
        return (HeddleTask) project.getTasks().getByName(name);
    }

    private void command(int code) throws Exception {
        Path script = folder.resolve("command");
        Files.writeString(script, "#!/bin/sh\nfor word in \"$@\"; do echo \"$word\"; done > arguments\nexit " + code + "\n");
        assertTrue(script.toFile().setExecutable(true));
        options().setBinary(script.toString());
    }

    @Test
    void checkDependsOnTheTests() {
        assertNotNull(project.getTasks().findByName("heddleTest"));
        assertTrue(project.getTasks().getByName("check").getDependsOn().contains("heddleTest"));
    }

    @Test
    void theClassesOfTestsAreTheProgram() throws Exception {
        command(0);
        options().setTimeout(0.5);
        options().setSelect(List.of("*Queue*"));
        task("heddleTest").check();
        List<String> words = Files.readAllLines(folder.resolve("arguments"));
        assertEquals(List.of("test", folder.resolve("build/classes/java/test").toString()), words.subList(0, 2));
        assertEquals("0.5", words.get(words.indexOf("--timeout") + 1));
        assertEquals("*Queue*", words.get(words.indexOf("--select") + 1));
        assertFalse(words.contains("--races"), "what nobody has set is left to heddle.toml");
        assertTrue(words.get(words.indexOf("--class-path") + 1).contains("build/classes/java/main"));
        assertTrue(words.get(words.indexOf("--source-path") + 1).endsWith("src/test/java"));
    }

    @Test
    void exitCodesDecide() throws Exception {
        command(1);
        GradleException violated = assertThrows(GradleException.class, () -> task("heddleTest").check());
        assertTrue(violated.getMessage().contains("found a violation"));
        command(2);
        assertThrows(GradleException.class, () -> task("heddleTest").check());
        options().setFailOnBounded(false);
        task("heddleTest").check();
    }

    @Test
    void aViolationCountsMoreThanWhatWasCutShort() {
        assertEquals(1, HeddleTask.worst(List.of(0, 1, 2)));
        assertEquals(1, HeddleTask.worst(List.of(3, 2, 1)));
        assertEquals(64, HeddleTask.worst(List.of(2, 64, 0)));
        assertEquals(3, HeddleTask.worst(List.of(3, 2)));
        assertEquals(2, HeddleTask.worst(List.of(2, 0)));
        assertEquals(0, HeddleTask.worst(List.of()));
    }

    @Test
    void aProgramNeedsItsMainClass() throws Exception {
        command(0);
        GradleException missing = assertThrows(GradleException.class, () -> task("heddleCheck").check());
        assertTrue(missing.getMessage().contains("name the class with the main method"));
        options().setMainClass("com.acme.Main");
        task("heddleCheck").check();
        assertEquals(List.of("check", "com.acme.Main"), Files.readAllLines(folder.resolve("arguments")).subList(0, 2));
    }
}
