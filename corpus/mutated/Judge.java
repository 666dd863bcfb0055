import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;

/** Reads class files, each after its length, and prints for each what linking it gives. */
public class Judge {
    static final class Loader extends ClassLoader {
        private final String name;
        private final byte[] bytes;

        Loader(String name, byte[] bytes) {
            super(Judge.class.getClassLoader());
            this.name = name;
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
            if (!wanted.equals(name)) {
                return super.loadClass(wanted, resolve);
            }
            Class<?> known = findLoadedClass(wanted);
            return known != null ? known : defineClass(wanted, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(args[1])))) {
            for (int left = in.readInt(); left > 0; left--) {
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                try {
                    // The class has no static initialiser: initialising it is linking it.
                    Class.forName(args[0], true, new Loader(args[0], bytes));
                    out.append("ok\n");
                } catch (Throwable error) {
                    out.append(error.toString().lines().findFirst().orElse("")).append('\n');
                }
            }
        }
        System.out.print(out);
    }
}
