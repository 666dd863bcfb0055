package heddle.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Where the command {@code heddle} is. */
public final class Binary {
    private static Path unpacked;

    private Binary() {}

    /**
     * The command: what the system property {@code heddle.binary} names, else what the environment variable {@code
     * HEDDLE} names, else the one that is packed in a jar on the class path, else the one on the {@code PATH}.
     *
     * @throws IllegalStateException if there is none, with what to do about it
     */
    public static Path find() {
        return find(System.getProperty("heddle.binary"), System.getenv("HEDDLE"), System.getenv("PATH"));
    }

    static Path find(String property, String variable, String path) {
        if (property != null && !property.isBlank()) {
            return named(property, "the system property heddle.binary");
        }
        if (variable != null && !variable.isBlank()) {
            return named(variable, "the environment variable HEDDLE");
        }
        Path packed = unpack();
        if (packed != null) {
            return packed;
        }
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            Path file = folder.isEmpty() ? null : Path.of(folder, name());
            if (file != null && Files.isExecutable(file) && Files.isRegularFile(file)) {
                return file;
            }
        }
        throw new IllegalStateException("there is no command heddle: install it on the PATH, or say where it is with"
                + " -Dheddle.binary=FILE or the environment variable HEDDLE");
    }

    private static Path named(String text, String by) {
        Path file = Path.of(text);
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException(by + " names " + text + ", which is not a file");
        }
        return file.toAbsolutePath();
    }

    private static String name() {
        return System.getProperty("os.name").startsWith("Windows") ? "heddle.exe" : "heddle";
    }

    /** The folder of this system in the jar: {@code linux-x86_64}, {@code macos-aarch64}. */
    static String system() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String system = os.startsWith("mac") ? "macos" : os.startsWith("windows") ? "windows" : "linux";
        String arch = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        return system + "-" + arch;
    }

    /** The command from the jar as a file; null if no jar has one for this system. */
    private static synchronized Path unpack() {
        if (unpacked != null) {
            return unpacked;
        }
        String resource = "/heddle/native/" + system() + "/" + name();
        try (InputStream in = Binary.class.getResourceAsStream(resource)) {
            if (in == null) {
                return null;
            }
            Path file = Files.createTempFile("heddle", name().substring("heddle".length()));
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            if (!file.toFile().setExecutable(true)) {
                throw new IOException(file + " cannot be made executable");
            }
            file.toFile().deleteOnExit();
            unpacked = file;
            return file;
        } catch (IOException error) {
            throw new UncheckedIOException("cannot unpack the command heddle", error);
        }
    }
}
