import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

public class FilesWalkAndCopy {
    static Path root;
    static String rel(Object p) {
        return p.toString().replace(root.toString(), "ROOT");
    }
    interface Act {
        Object run() throws Exception;
    }
    static void show(String what, Act a) {
        try {
            System.out.println(what + " " + a.run());
        } catch (Exception e) {
            System.out.println(what + " ! " + e.getClass().getSimpleName() + " "
                    + rel(String.valueOf(e.getMessage())));
        }
    }
    public static void main(String[] args) throws Exception {
        root = Files.createTempDirectory("walk");
        Path a = root.resolve("a.txt"), d = root.resolve("d1/d2");
        show("write", () -> rel(Files.writeString(a, "one\ntwo\nthree\n")));
        show("lines", () -> Files.readAllLines(a));
        show("append", () -> Files.size(Files.write(a, List.of("four", "fünf"), StandardOpenOption.APPEND)));
        show("string", () -> Files.readString(a).length());
        show("stream", () -> { try (Stream<String> s = Files.lines(a)) { return s.filter(x -> x.length() > 3)
                .collect(Collectors.joining(",")); } });
        show("mkdir", () -> rel(Files.createDirectory(d)));
        show("mkdirs", () -> rel(Files.createDirectories(d)));
        show("mkdirs2", () -> rel(Files.createDirectories(d)));
        show("again", () -> rel(Files.createDirectory(d)));
        show("create", () -> rel(Files.createFile(a)));
        show("copy", () -> rel(Files.copy(a, d.resolve("b.txt"))));
        show("copy2", () -> rel(Files.copy(a, d.resolve("b.txt"))));
        show("replace", () -> rel(Files.copy(a, d.resolve("b.txt"), StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES)));
        show("stream copy", () -> Files.copy(new ByteArrayInputStream(new byte[] {1, 2, 3}), d.resolve("c.bin")));
        show("out copy", () -> { ByteArrayOutputStream o = new ByteArrayOutputStream(); Files.copy(d.resolve("c.bin"),
                o); return o.size(); });
        show("bytes", () -> Arrays.toString(Files.readAllBytes(d.resolve("c.bin"))));
        show("move", () -> rel(Files.move(d.resolve("c.bin"), root.resolve("moved.bin"))));
        show("move2", () -> rel(Files.move(a, root.resolve("moved.bin"))));
        show("walk", () -> { try (Stream<Path> s = Files.walk(root)) { return s
                .map(FilesWalkAndCopy::rel).sorted().toList(); } });
        show("walk1", () -> { try (Stream<Path> s = Files.walk(root, 1)) { return s.count(); } });
        show("find", () -> { try (Stream<Path> s = Files.find(root, 9, (p, t) -> t.isRegularFile() && t.size() > 3)) {
                return s.map(FilesWalkAndCopy::rel).sorted().toList(); } });
        show("list", () -> { try (Stream<Path> s = Files.list(root)) { return s
                .map(FilesWalkAndCopy::rel).sorted().toList(); } });
        show("glob", () -> { List<String> l = new ArrayList<>();
                try (DirectoryStream<Path> s = Files.newDirectoryStream(root, "*.{txt,bin}")) { for (Path p
                : s) l.add(rel(p)); } Collections.sort(l); return l; });
        show("delete", () -> { Files.delete(root.resolve("d1")); return 0; });
        show("delete none", () -> { Files.delete(root.resolve("none")); return 0; });
        show("if exists", () -> Files.deleteIfExists(root.resolve("none")) + " "
                + Files.deleteIfExists(root.resolve("moved.bin")));
        show("attrs", () -> { BasicFileAttributes b = Files.readAttributes(a, BasicFileAttributes.class);
                return b.isRegularFile() + " " + b.isDirectory() + b.isSymbolicLink() + b.isOther() + b.size(); });
        show("time", () -> { Files.setLastModifiedTime(a, FileTime.fromMillis(1234567890000L));
                return Files.getLastModifiedTime(a) + " " + Files.readAttributes(a, "size,lastModifiedTime"); });
        show("posix", () ->
                PosixFilePermissions.toString(Files.getPosixFilePermissions(Files.setPosixFilePermissions(a,
                PosixFilePermissions.fromString("rw-r-x---")))));
        show("link", () -> rel(Files.createSymbolicLink(root.resolve("ln"), Paths.get("a.txt"))) + " "
                + Files.readSymbolicLink(root.resolve("ln")) + " " + Files.isSymbolicLink(root.resolve("ln"))
                + Files.isSameFile(a, root.resolve("ln")) + Files.readAllLines(root.resolve("ln")).size() + " "
                + rel(root.resolve("ln").toRealPath()));
        show("hard", () -> rel(Files.createLink(root.resolve("hl"), a)) + Files.getAttribute(a, "unix:nlink"));
        show("exists", () -> Files.exists(a) + " " + Files.notExists(a) + Files.isReadable(a) + Files.isDirectory(d)
                + Files.isRegularFile(d) + Files.isExecutable(d) + Files.isHidden(root.resolve(".x")));
        show("buffered", () -> { try (BufferedWriter w = Files.newBufferedWriter(root.resolve("w"),
                StandardCharsets.UTF_16)) { w.write("hé\n");
                } try (BufferedReader r = Files.newBufferedReader(root.resolve("w"), StandardCharsets.UTF_16)) {
                return r.readLine() + Files.size(root.resolve("w")); } });
        show("malformed", () -> { Files.write(root.resolve("w"), new byte[] {(byte) 0xff});
                return Files.readAllLines(root.resolve("w")); });
        show("new only", () -> Files.newOutputStream(a, StandardOpenOption.CREATE_NEW));
        show("no such", () -> Files.newInputStream(root.resolve("zz")));
        show("read dir", () -> Files.readAllBytes(root));
        show("not dir", () -> Files.list(a));
        show("mismatch", () -> Files.mismatch(a, d.resolve("b.txt")));
        show("relativize", () -> root.relativize(d) + " " + d.getFileName() + d.startsWith(root)
                + Paths.get("/a/../b/./c").normalize() + Paths.get("a").resolveSibling("b")
                + Paths.get("/x/y").getName(1));
        Files.walkFileTree(root, new SimpleFileVisitor<>() { public FileVisitResult visitFile(Path f,
                BasicFileAttributes x) throws IOException { Files.delete(f); return FileVisitResult.CONTINUE;
                } public FileVisitResult postVisitDirectory(Path f, IOException x) throws IOException {
                Files.delete(f); return FileVisitResult.CONTINUE; } });
        System.out.println(Files.exists(root));
    }
}
