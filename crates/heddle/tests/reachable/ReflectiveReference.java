import java.lang.reflect.Method;

/** A method that the analysis cannot follow, called by way of a reference to it. */
public class ReflectiveReference {
    interface Call { Object call(Object receiver, Object... args) throws Exception; }
    public static void body() { }

    public static void main(String[] args) throws Exception {
        Method method = ReflectiveReference.class.getMethod("body");
        Call call = method::invoke;
        call.call(null);
    }
}
