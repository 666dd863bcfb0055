package heddle.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {
    @TempDir Path folder;

    @Test
    void jarsThatOnlyNameOthersAreUnfolded() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("with space/classes"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        String url = classes.toUri().toString();
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, url + " with%20space/classes/ missing.jar");
        Path jar = folder.resolve("booter.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        Set<Path> found = new LinkedHashSet<>();
        ClassPath.add(jar, found);
        assertEquals(List.of(classes), List.copyOf(found));
    }

    @Test
    void thePropertyGoesBeforeTheVariable() throws Exception {
        Path one = Files.createFile(folder.resolve("one"));
        Path two = Files.createFile(folder.resolve("two"));
        assertEquals(one, Binary.find(one.toString(), two.toString(), null));
        assertEquals(two, Binary.find(null, two.toString(), null));
        var error = assertThrows(IllegalStateException.class, () -> Binary.find(folder + "/three", null, null));
        assertTrue(error.getMessage().contains("heddle.binary"), error.getMessage());
    }
}
