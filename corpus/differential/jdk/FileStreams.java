import java.io.*;
import java.util.*;

public class FileStreams {
    public static void main(String[] args) throws Exception {
        File dir = new File(System.getProperty("java.io.tmpdir"), "heddle-fs-" + ProcessHandleFree.id());
        clean(dir);
        System.out.println(dir.mkdir() + " " + dir.mkdir() + " " + dir.isDirectory() + " " + dir.exists());
        File f = new File(dir, "a.txt");
        System.out.println(f.createNewFile() + " " + f.createNewFile() + " " + f.length() + " " + f.isFile()
                + f.isHidden());
        try (PrintWriter w = new PrintWriter(new FileWriter(f))) {
            for (int i = 0; i < 5; i++) w.printf("line %d%n", i);
        }
        try (BufferedReader r = new BufferedReader(new FileReader(f))) {
            String l;
            while ((l = r.readLine()) != null) System.out.println(l);
        }
        try (FileOutputStream o = new FileOutputStream(f, true)) {
            o.write("tail".getBytes());
            o.write('!');
        }
        System.out.println(f.length());
        try (FileInputStream in = new FileInputStream(f)) {
            System.out.println(in.available() + " " + in.read() + " " + in.skip(5) + " " + in.available() + " "
                    + new String(in.readNBytes(6)) + " " + in.readAllBytes().length + " " + in.read());
        }
        try (RandomAccessFile r = new RandomAccessFile(f, "rw")) {
            r.seek(3);
            r.writeInt(0x41424344);
            r.seek(0);
            byte[] b = new byte[10];
            r.readFully(b);
            System.out.println(new String(b) + " " + r.getFilePointer() + " " + r.length());
            r.setLength(4);
            System.out.println(r.getFilePointer() + " " + r.length());
            r.seek(8);
            r.writeUTF("é");
            System.out.println(r.length());
            r.seek(0);
            try {
                while (true) r.readInt();
            } catch (EOFException e) {
                System.out.println("eof " + e.getMessage());
            }
        }
        try (RandomAccessFile r = new RandomAccessFile(f, "r")) {
            r.write(1);
        } catch (IOException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        for (String p : new String[] {"/no/such/file", dir.getPath()}) try {
            new FileInputStream(p).close();
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().replace(dir.getPath(), "DIR"));
        }
        try {
            new FileOutputStream(dir);
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().replace(dir.getPath(), "DIR"));
        }
        try {
            new RandomAccessFile(f, "q");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        File sub = new File(dir, "x/y/z");
        System.out.println(sub.mkdir() + " " + sub.mkdirs() + " " + sub.isDirectory());
        new File(sub, "deep.bin").createNewFile();
        String[] names = dir.list();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names));
        File[] only = dir.listFiles((d, n) -> n.endsWith(".txt"));
        System.out.println(only.length + only[0].getName());
        System.out.println(dir.delete() + " " + f.renameTo(new File(dir, "b.txt")) + " " + f.exists() + " "
                + new File(dir, "b.txt").length());
        System.out.println(new File(dir, "x/../b.txt").getCanonicalPath().replace(dir.getCanonicalPath(), "DIR") + " "
                + new File("a/./b/../c").getName() + " " + new File("/a//b/").getPath() + " "
                + new File("rel").isAbsolute());
        System.out.println(f.setLastModified(1000000000000L) + " " + new File(dir,
                "b.txt").setLastModified(1000000000000L) + " " + new File(dir, "b.txt").lastModified());
        File t = File.createTempFile("pre", ".suf", dir);
        System.out.println(t.getName().startsWith("pre") + " " + t.getName().endsWith(".suf") + " " + t.length());
        try (ObjectOutputStream o = new ObjectOutputStream(new FileOutputStream(t))) {
            o.writeObject(new ArrayList<>(List.of(1, "two", 3.0)));
        }
        try (ObjectInputStream o = new ObjectInputStream(new FileInputStream(t))) {
            System.out.println(o.readObject());
        }
        try (DataOutputStream o = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(t)))) {
            for (int i = 0; i < 20000; i++) o.writeInt(i * i);
        }
        long sum = 0;
        try (DataInputStream o = new DataInputStream(new BufferedInputStream(new FileInputStream(t)))) {
            while (o.available() > 0) sum += o.readInt();
        }
        System.out.println(sum + " " + t.length());
        try (Scanner s = new Scanner(new File(dir, "none"))) {} catch (FileNotFoundException e) {
            System.out.println("fnf");
        }
        FileInputStream closed = new FileInputStream(t);
        closed.close();
        try {
            closed.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new File(dir, "q/w").createNewFile();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        Properties p = new Properties();
        p.setProperty("k", "v ü");
        try (Writer w = new FileWriter(new File(dir, "p"))) {
            p.store(w, null);
        }
        Properties q = new Properties();
        try (Reader r = new FileReader(new File(dir, "p"))) {
            q.load(r);
        }
        System.out.println(q);
        t.deleteOnExit();
        clean(dir);
        System.out.println(dir.exists());
    }
    static void clean(File f) {
        File[] k = f.listFiles();
        if (k != null) for (File x : k) clean(x);
        f.delete();
    }
    static class ProcessHandleFree {
        static String id() {
            return "streams-" + Runtime.version().feature() + (System.getProperty("java.vm.name") == null ? "" : "");
        }
    }
}
