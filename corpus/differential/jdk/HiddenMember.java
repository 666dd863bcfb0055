import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** A hidden class made from the bytes of a member class: the outer class does not know it. */
public class HiddenMember {
    public static class Inside {
        public static String hello() {
            return "hello from " + Inside.class.isHidden();
        }
    }

    public static void main(String[] args) throws Throwable {
        byte[] bytes;
        try (InputStream in = HiddenMember.class.getResourceAsStream("HiddenMember$Inside.class")) {
            bytes = in.readAllBytes();
        }
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        System.out.println(hidden.isHidden() + " " + hidden.getName().startsWith("HiddenMember$Inside/0x"));
        System.out.println(hidden.getDeclaredMethod("hello").invoke(null));
        System.out.println(hidden.getNestHost() == hidden);
        try {
            System.out.println(hidden.getSimpleName());
        } catch (IncompatibleClassChangeError e) {
            System.out.println(e.getMessage().startsWith("HiddenMember and HiddenMember$Inside/0x"));
        }
        System.out.println(Inside.class.getSimpleName() + " " + Inside.class.getDeclaringClass());
    }
}
