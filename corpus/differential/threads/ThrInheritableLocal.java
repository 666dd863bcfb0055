import java.util.ArrayList;
import java.util.List;

public class ThrInheritableLocal {
    static final InheritableThreadLocal<String> plain = new InheritableThreadLocal<>();
    static final InheritableThreadLocal<List<String>> copied = new InheritableThreadLocal<>() {
        @Override
        protected List<String> childValue(List<String> parent) {
            return parent == null ? null : new ArrayList<>(parent);
        }

        @Override
        protected List<String> initialValue() {
            return new ArrayList<>(List.of("init"));
        }
    };
    static final InheritableThreadLocal<Integer> generation = new InheritableThreadLocal<>() {
        @Override
        protected Integer childValue(Integer parent) {
            return parent + 1;
        }
    };
    static final ThreadLocal<String> notInherited = new ThreadLocal<>();

    static void run(Runnable r) {
        Thread t = new Thread(r);
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        run(() -> System.out.println("nothing set: " + plain.get()));
        plain.set("main");
        notInherited.set("main");
        run(() -> System.out.println("inherited " + plain.get() + " not " + notInherited.get()));

        // a change in the child is not seen by the parent
        run(() -> {
            plain.set("child");
            run(() -> System.out.println("grandchild " + plain.get()));
        });
        System.out.println("parent " + plain.get());

        // the copy is taken when the thread object is made, not when it is started
        Thread early = new Thread(() -> System.out.println("early " + plain.get()));
        plain.set("changed");
        Thread late = new Thread(() -> System.out.println("late " + plain.get()));
        plain.remove();
        Thread none = new Thread(() -> System.out.println("none " + plain.get()));
        early.start();
        early.join();
        late.start();
        late.join();
        none.start();
        none.join();

        // childValue
        copied.get().add("main");
        run(() -> {
            copied.get().add("child");
            System.out.println("child list " + copied.get());
        });
        System.out.println("main list " + copied.get());

        generation.set(0);
        run(() -> {
            int g1 = generation.get();
            run(() -> {
                int g2 = generation.get();
                run(() -> System.out.println(g1 + " " + g2 + " " + generation.get()));
            });
        });
        System.out.println("main generation " + generation.get());

        // without childValue the object itself is shared
        InheritableThreadLocal<int[]> shared = new InheritableThreadLocal<>();
        shared.set(new int[1]);
        run(() -> shared.get()[0] = 99);
        System.out.println("shared " + shared.get()[0]);

        // constructor switch that turns inheritance off
        plain.set("again");
        Thread off = new Thread(null, () -> System.out.println("off " + plain.get()), "off", 0, false);
        off.start();
        off.join();
        Thread on = new Thread(null, () -> System.out.println("on " + plain.get()), "on", 0, true);
        on.start();
        on.join();

        // removal in the child falls back to the initial value, not to the parent's
        InheritableThreadLocal<String> withInit = new InheritableThreadLocal<>() {
            @Override
            protected String initialValue() {
                return "initial";
            }
        };
        withInit.set("set");
        run(() -> {
            System.out.print(withInit.get() + " ");
            withInit.remove();
            System.out.println(withInit.get());
        });
        System.out.println(withInit.get());
    }
}
