package heddle.launch;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The class path of this virtual machine, as files. */
public final class ClassPath {
    private ClassPath() {}

    /** All folders and jars that exist; jars that only name others in their manifests are unfolded. */
    public static List<Path> current() {
        Set<Path> found = new LinkedHashSet<>();
        for (String property : List.of("surefire.test.class.path", "java.class.path", "jdk.module.path")) {
            for (String entry : System.getProperty(property, "").split(File.pathSeparator)) {
                if (!entry.isEmpty()) {
                    add(Path.of(entry).toAbsolutePath().normalize(), found);
                }
            }
        }
        return List.copyOf(found);
    }

    static void add(Path entry, Set<Path> found) {
        if (!Files.exists(entry) || found.contains(entry)) {
            return;
        }
        String folded = Files.isRegularFile(entry) ? folded(entry) : null;
        if (folded == null) {
            found.add(entry);
            return;
        }
        for (String url : folded.trim().split("\\s+")) {
            URI uri = entry.toUri().resolve(url);
            if ("file".equals(uri.getScheme())) {
                add(Path.of(uri).normalize(), found);
            }
        }
    }

    /** The class path in the manifest of a jar that holds nothing else; null for other files. */
    private static String folded(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String path = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            boolean alone = file.stream().noneMatch(entry -> entry.getName().endsWith(".class"));
            return alone ? path : null;
        } catch (IOException notAJar) {
            return null;
        }
    }
}
