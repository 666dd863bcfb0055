import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;

/** Static, private and default methods of interfaces, called by reflection. */
public class StaticInterfaceMethods {
    interface Greeting {
        static String hello(String name) {
            return "hello " + name;
        }

        static void fail() {
            throw new IllegalStateException("failed");
        }

        private int secret() {
            return 42;
        }

        default String twice() {
            return hello("you") + hello("you");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(List.class.getMethod("of").invoke(null));
        System.out.println(ProcessHandle.class.getMethod("current").invoke(null) != null);
        System.out.println(Greeting.class.getMethod("hello", String.class).invoke(null, "there"));
        try {
            Greeting.class.getMethod("fail").invoke(null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        Method secret = Greeting.class.getDeclaredMethod("secret");
        secret.setAccessible(true);
        System.out.println(secret.invoke(new Greeting() { }));
        System.out.println(Greeting.class.getMethod("twice").invoke(new Greeting() { }));
    }
}
