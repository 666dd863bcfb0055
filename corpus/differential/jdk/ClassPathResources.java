import java.io.*;
import java.util.*;

public class ClassPathResources {
    public static void main(String[] a) throws Exception {
        try (InputStream in = ClassPathResources.class.getResourceAsStream("ClassPathResources.class")) {
            System.out.println(Integer.toHexString(new DataInputStream(in).readInt()));
        }
        System.out.println(ClassPathResources.class.getResource("none.txt") + " "
                + ClassLoader.getSystemResource("none") + " " + ClassLoader.getSystemResourceAsStream("none"));
        System.out.println(ClassPathResources.class.getResource("ClassPathResources.class").getProtocol() + " "
                + ClassPathResources.class.getResource("/ClassPathResources.class").getPath().endsWith("ClassPathResources.class"));
        try (InputStream in = ClassPathResources.class.getResource("ClassPathResources.class").openStream()) {
            System.out.println(in.read());
        }
        System.out.println(Collections.list(ClassPathResources.class.getClassLoader().getResources("ClassPathResources.class")).size() + " " + Object.class.getResourceAsStream("Object.class").read());
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream("java/lang/String.class")) {
            System.out.println(in.read());
        }
    }
}
