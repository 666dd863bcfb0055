import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

public class ProxyClasses {
    public interface Open {
        void open();
    }

    interface Near {
        int near();

        default String twice() {
            return near() + "" + near();
        }
    }

    static Object make(Class<?>... interfaces) {
        return Proxy.newProxyInstance(ProxyClasses.class.getClassLoader(), interfaces, (proxy, method, args) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, args);
            }
            return method.getReturnType() == int.class ? 7 : method.getName();
        });
    }

    public static void main(String[] args) {
        System.out.println(make(Open.class).getClass());
        System.out.println(make(Near.class).getClass());
        System.out.println(make(Runnable.class).getClass().getName() + " " + make(Open.class).getClass().getSimpleName());
        System.out.println(make(Near.class, Runnable.class) + " " + make(Near.class, Runnable.class).getClass());
        System.out.println(Modifier.toString(make(Near.class).getClass().getModifiers()));
        System.out.println(((Near) make(Near.class)).twice() + " " + make().getClass());
        Object failing = Proxy.newProxyInstance(ProxyClasses.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> {
            throw new IllegalStateException("from the handler");
        });
        ((Runnable) failing).run();
    }
}
