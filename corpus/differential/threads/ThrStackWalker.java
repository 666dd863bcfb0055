import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

public class ThrStackWalker {
    static final StackWalker walker = StackWalker.getInstance();
    static final StackWalker withClass = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    static List<String> methods() {
        return walker.walk(s -> s.filter(f -> f.getClassName().startsWith("ThrStackWalker"))
                .map(StackWalker.StackFrame::getMethodName).collect(Collectors.toList()));
    }

    static class Caller {
        static Class<?> who() {
            return Helper.caller();
        }
    }

    static class Helper {
        static Class<?> caller() {
            return withClass.getCallerClass();
        }
    }

    static int depth(int n) {
        if (n == 0) {
            return walker.walk(s -> (int) s.filter(f -> f.getMethodName().equals("depth")).count());
        }
        return depth(n - 1);
    }

    static class T extends Thread {
        List<String> seen;
        Class<?> bottom;

        @Override
        public void run() {
            seen = methods();
            bottom = withClass.walk(s -> s.reduce((a, b) -> b)).get().getDeclaringClass();
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(methods());
        System.out.println(Caller.who().getSimpleName());
        System.out.println(Helper.caller().getSimpleName());
        System.out.println(depth(0) + " " + depth(50));

        Optional<StackWalker.StackFrame> first = walker.walk(s -> s.findFirst());
        StackWalker.StackFrame f = first.get();
        System.out.println(f.getClassName() + " " + f.getMethodName() + " " + f.getFileName() + " "
                + f.getLineNumber() + " native " + f.isNativeMethod());
        System.out.println(f);
        System.out.println(f.toStackTraceElement());
        try {
            f.getDeclaringClass();
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        try {
            walker.getCallerClass();
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        try {
            f.getMethodType();
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        java.lang.invoke.MethodType type = withClass.walk(s -> s.findFirst().get().getMethodType());
        System.out.println(type);

        T t = new T();
        t.start();
        t.join();
        System.out.println(t.seen + " " + t.bottom.getSimpleName());

        StringBuilder sb = new StringBuilder();
        nest(3, sb);
        System.out.println(sb);

        Runnable r = () -> {
            long mains = walker.walk(s -> s.filter(x -> x.getMethodName().equals("main")).count());
            System.out.println(mains);
        };
        r.run();
        System.out.println(walker.walk(s -> s.skip(100).findFirst()).isPresent());
        List<String> limited = limited(4);
        System.out.println(limited);
    }

    static List<String> limited(int n) {
        if (n > 0) {
            return limited(n - 1);
        }
        return walker.walk(s -> s.limit(3).map(x -> x.getMethodName()).collect(Collectors.toList()));
    }

    static void nest(int n, StringBuilder sb) {
        if (n > 0) {
            nest(n - 1, sb);
        } else {
            walker.forEach(f -> sb.append(f.getMethodName()).append(f.getByteCodeIndex() >= 0 ? "+" : "-"));
        }
    }
}
