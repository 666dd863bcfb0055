package heddle.junit;

import heddle.launch.Binary;
import heddle.launch.ClassPath;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** One test, checked by the command {@code heddle} in a process of its own. */
final class Check {
    private static final int VIOLATED = 1;
    /** The run does not fit the program any more. */
    private static final int NOT_REPLAYED = 4;
    private static final Pattern MOVED = Pattern.compile("<(?:testS|s)ourceDirectory>([^<]+)<");

    private final ExtensionContext context;
    private final Class<?> testClass;
    private final String declaringClass;
    private final String method;

    Check(ExtensionContext context) {
        this.context = context;
        this.testClass = context.getRequiredTestClass();
        this.declaringClass = context.getRequiredTestMethod().getDeclaringClass().getName();
        this.method = context.getRequiredTestMethod().getName();
    }

    /** Returns if the test passes; {@code index} is {@code [n]} for a call of a parameterised test. */
    void run(String index) throws IOException, InterruptedException {
        results(index).forEach(this::conclude);
    }

    /** The tests that a method makes, each of which passes or fails as it did inside of Heddle. */
    List<DynamicTest> made(String index) throws IOException, InterruptedException {
        return results(index).stream()
                .map(test -> DynamicTest.dynamicTest(number((String) test.get("name")), () -> conclude(test)))
                .toList();
    }

    /** The last number in the name of a call. */
    private static String number(String name) {
        return name.substring(Math.max(name.lastIndexOf('['), 0));
    }

    private List<Map<?, ?>> results(String index) throws IOException, InterruptedException {
        replaySaved();
        Output output = execute(command(index));
        Object report = output.text.isBlank() ? null : Json.parse(output.text);
        if (report == null) {
            throw failure("Heddle could not check the test (exit code " + output.code + "):\n" + output.errors);
        }
        List<Map<?, ?>> tests = new ArrayList<>();
        for (Object test : (List<?>) ((Map<?, ?>) report).get("tests")) {
            tests.add((Map<?, ?>) test);
        }
        if (tests.isEmpty()) {
            throw failure("Heddle has not checked the test");
        }
        return tests;
    }

    private List<String> command(String index) {
        Path program = location();
        List<Path> path = ClassPath.current();
        List<String> command = new ArrayList<>();
        command.add(Binary.find().toString());
        command.add("test");
        command.add(program.toString());
        command.add("--class-path");
        command.add(path.stream().filter(entry -> !entry.equals(program)).map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator)));
        command.add("--select");
        // The types of its parameters tell it from others of its name.
        String types = Arrays.stream(context.getRequiredTestMethod().getParameterTypes())
                .map(Class::getCanonicalName)
                .collect(Collectors.joining(", "));
        command.add(testClass.getName() + "#" + method + "(" + types + ")" + index);
        command.add("--runs");
        command.add(folder().resolve("runs").toString());
        command.add("--json");
        String sources = sources();
        if (!sources.isEmpty()) {
            command.add("--source-path");
            command.add(sources);
        }
        addJdk(command);
        String options = System.getProperty("heddle.options", "").trim();
        if (!options.isEmpty()) {
            command.addAll(List.of(options.split("\\s+")));
        }
        return command;
    }

    /** Executes the run that the annotation names, before anything is searched. */
    private void replaySaved() throws IOException, InterruptedException {
        String file = HeddleExtension.annotation(context).map(HeddleTest::replay).orElse("");
        if (file.isEmpty()) {
            return;
        }
        Path run = base().resolve(file);
        if (!Files.isRegularFile(run)) {
            throw failure("@HeddleTest(replay) names " + run + ", which is not a file");
        }
        List<String> command = new ArrayList<>(List.of(Binary.find().toString(), "replay", run.toString()));
        addJdk(command);
        Output output = execute(command);
        if (output.code == VIOLATED) {
            throw failure("the saved run " + file + " still fails\n\n" + output.text);
        }
        if (output.code != NOT_REPLAYED) {
            throw failure("the saved run " + file + " cannot be executed:\n" + output.errors);
        }
    }

    /** The tests run with this JDK; a runtime without a compiler leaves the choice to Heddle. */
    private static void addJdk(List<String> command) {
        Path home = Path.of(System.getProperty("java.home"));
        if (Files.exists(home.resolve("bin/javac")) || Files.exists(home.resolve("bin/javac.exe"))) {
            command.add("--jdk");
            command.add(home.toString());
        }
    }

    private void conclude(Map<?, ?> test) {
        String status = (String) test.get("status");
        String reason = test.get("reason") instanceof String text ? text : null;
        if (!(Boolean) test.get("passed")) {
            String page = test.get("page") instanceof String text ? withMessage(text, test.get("report")) : "";
            // The page of a violation begins with what went wrong, which lists of failures show.
            boolean saysItAll = status.equals("violated") && reason == null && !page.isBlank();
            String headline = saysItAll ? "" : status + (reason == null ? "" : ": " + reason) + "\n\n";
            AssertionFailedError failure = failure(headline + advice(status) + page);
            StackTraceElement place = place(test.get("report"));
            if (place != null) {
                failure.setStackTrace(new StackTraceElement[] {place});
            }
            throw failure;
        }
        if (status.equals("skipped")) {
            throw new TestAbortedException(reason == null ? "skipped" : reason);
        }
        if (test.get("report") instanceof Map<?, ?> report && report.get("statistics") instanceof Map<?, ?> figures) {
            // Build tools keep it with the report of the test.
            String caveat = test.get("caveat") instanceof String text ? " (" + text + ")" : "";
            Object states = figures.get("states");
            String counted = states + (Long.valueOf(1).equals(states) ? " state" : " states");
            System.out.println("heddle: " + test.get("name") + ": " + status + ", " + counted + caveat);
        }
    }

    /** A page whose first line, which lists of failures show, has the message of what was thrown. */
    private static String withMessage(String page, Object report) {
        int end = page.indexOf('\n');
        if (end < 0
                || !(report instanceof Map<?, ?> whole)
                || !(whole.get("verdict") instanceof Map<?, ?> verdict)
                || !(verdict.get("violations") instanceof List<?> violations)
                || violations.isEmpty()
                || !(violations.get(0) instanceof Map<?, ?> violation)
                || !(violation.get("message") instanceof String message)
                || message.isBlank()) {
            return page;
        }
        return page.substring(0, end) + ": " + message.strip().lines().findFirst().orElse("") + page.substring(end);
    }

    /** Where the test method is in the report of a violation, so that a click on the failure leads there. */
    private StackTraceElement place(Object part) {
        if (part instanceof Map<?, ?> place
                && declaringClass.equals(place.get("class"))
                && method.equals(place.get("method"))
                && place.get("line") instanceof Long line) {
            return new StackTraceElement(declaringClass, method, (String) place.get("file"), line.intValue());
        }
        Iterable<?> inner = part instanceof Map<?, ?> map ? map.values() : part instanceof List<?> list ? list : List.of();
        for (Object one : inner) {
            StackTraceElement place = place(one);
            if (place != null) {
                return place;
            }
        }
        return null;
    }

    /** What to do if a search was cut short; the page says by what. */
    private static String advice(String status) {
        return status.equals("bounded")
                ? "@HeddleTest(timeout = …) gives it more time, and bounded = PASS accepts it\n\n"
                : "";
    }

    /** A failure whose message says it all. */
    private AssertionFailedError failure(String message) {
        AssertionFailedError error = new AssertionFailedError(message);
        error.setStackTrace(new StackTraceElement[] {new StackTraceElement(testClass.getName(), method, null, -1)});
        return error;
    }

    /** The folder or jar that the class of the test is in. */
    private Path location() {
        CodeSource source = testClass.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            throw failure("cannot tell which folder or jar " + testClass.getName() + " is in");
        }
        try {
            return Path.of(source.getLocation().toURI()).toAbsolutePath().normalize();
        } catch (URISyntaxException error) {
            throw failure(source.getLocation() + " is not the name of a file");
        }
    }

    /** The folder of the build: that of Maven's module, else the working folder. */
    private static Path base() {
        return Path.of(System.getProperty("basedir", System.getProperty("user.dir"))).toAbsolutePath();
    }

    /** Where runs are saved: beside the reports of the build tool. Maven puts the classes of tests into the folder of its output. */
    private Path folder() {
        String named = System.getProperty("heddle.folder");
        if (named != null) {
            return base().resolve(named);
        }
        if (!Files.exists(base().resolve("pom.xml"))) {
            return base().resolve(Files.exists(base().resolve("build")) ? "build" : "target").resolve("heddle");
        }
        Path output = location().getParent();
        boolean isInside = output != null && output.startsWith(base()) && !output.equals(base());
        return (isInside ? output : base().resolve("target")).resolve("heddle");
    }

    private static String sources() {
        String named = System.getProperty("heddle.sources");
        if (named != null) {
            return named;
        }
        return Stream.concat(Stream.of("src/test/java", "src/main/java"), moved())
                .map(base()::resolve)
                .filter(Files::isDirectory)
                .map(Path::toString)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Folders of sources that the {@code pom.xml} of the module names instead of the usual ones. */
    private static Stream<String> moved() {
        try {
            Matcher named = MOVED.matcher(Files.readString(base().resolve("pom.xml")));
            return named.results().map(one -> one.group(1).trim().replaceFirst("^\\$\\{(project\\.)?basedir\\}/", ""));
        } catch (IOException error) {
            return Stream.empty();
        }
    }

    private record Output(int code, String text, String errors) {}

    private static Output execute(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).start();
        try {
            process.getOutputStream().close();
            CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> {
                try {
                    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
                } catch (IOException error) {
                    return error.toString();
                }
            });
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Output(process.waitFor(), text, errors.join());
        } finally {
            process.destroy();
        }
    }
}
