import java.util.ArrayList;
import java.util.List;

public class ThreadLocalSingle {
    static int inits;
    static final ThreadLocal<Integer> COUNT = ThreadLocal.withInitial(() -> ++inits * 100);
    static final ThreadLocal<List<String>> LIST = new ThreadLocal<>() {
        @Override
        protected List<String> initialValue() {
            inits++;
            return new ArrayList<>();
        }
    };
    static final ThreadLocal<String> PLAIN = new ThreadLocal<>();
    static final InheritableThreadLocal<String> INH = new InheritableThreadLocal<>();

    static int depth() {
        COUNT.set(COUNT.get() + 1);
        return COUNT.get() < 110 ? depth() : COUNT.get();
    }

    public static void main(String[] args) {
        System.out.println(inits + " " + COUNT.get() + " " + COUNT.get() + " " + inits);
        COUNT.set(5);
        System.out.println(COUNT.get());
        COUNT.remove();
        System.out.println(COUNT.get() + " " + inits);
        System.out.println(PLAIN.get());
        PLAIN.set("x");
        System.out.println(PLAIN.get());
        PLAIN.set(null);
        System.out.println(PLAIN.get());
        LIST.get().add("a");
        LIST.get().add("b");
        System.out.println(LIST.get() + " " + inits);
        LIST.remove();
        LIST.remove();
        System.out.println(LIST.get() + " " + inits);
        INH.set("inherit");
        System.out.println(INH.get());
        COUNT.set(100);
        System.out.println(depth());
        List<ThreadLocal<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ThreadLocal<Integer> t = new ThreadLocal<>();
            t.set(i * i);
            many.add(t);
        }
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += many.get(i).get();
            if (i % 2 == 0) {
                many.get(i).remove();
            }
        }
        int nulls = 0;
        for (ThreadLocal<Integer> t : many) {
            if (t.get() == null) {
                nulls++;
            }
        }
        System.out.println(sum + " " + nulls);
        ThreadLocal<Integer> bad = ThreadLocal.withInitial(() -> {
            throw new IllegalStateException("init failed");
        });
        for (int i = 0; i < 2; i++) {
            try {
                bad.get();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        bad.set(3);
        System.out.println(bad.get());
        ThreadLocal<Integer> nested = ThreadLocal.withInitial(() -> COUNT.get() + LIST.get().size());
        System.out.println(nested.get());
        try {
            ThreadLocal.withInitial(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
    }
}
