import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;

public class ThrDoubleChecked {
    static int made;

    static class Config {
        final int a;
        final String[] names;

        Config() {
            made++;
            a = 42;
            names = new String[] {"x", "y"};
        }
    }

    private static volatile Config instance;

    static Config get() {
        Config c = instance;
        if (c == null) {
            synchronized (ThrDoubleChecked.class) {
                c = instance;
                if (c == null) {
                    Thread.yield();
                    instance = c = new Config();
                }
            }
        }
        return c;
    }

    static class Lazy<T> implements Supplier<T> {
        private volatile Supplier<T> init;
        private T value;
        int tries;

        Lazy(Supplier<T> init) {
            this.init = init;
        }

        @Override
        public T get() {
            if (init != null) {
                synchronized (this) {
                    if (init != null) {
                        tries++;
                        value = init.get();
                        init = null;
                    }
                }
            }
            return value;
        }
    }

    public static void main(String[] args) throws Exception {
        Set<Config> seen = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        Thread[] ts = new Thread[6];
        int[] wrong = new int[1];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    Config c = get();
                    if (c.a != 42 || c.names.length != 2 || !c.names[1].equals("y")) {
                        synchronized (wrong) {
                            wrong[0]++;
                        }
                    }
                    seen.add(c);
                }
            });
        }
        for (Thread t : ts) {
            t.start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("made " + made + " seen " + seen.size() + " wrong " + wrong[0]);

        int[] calls = new int[1];
        Lazy<String> lazy = new Lazy<>(() -> "computed " + ++calls[0]);
        String[] got = new String[5];
        Thread[] us = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int k = i;
            us[i] = new Thread(() -> got[k] = lazy.get());
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(String.join(",", got) + " calls " + calls[0]);

        // a null result counts as a result here
        Lazy<Object> nul = new Lazy<>(() -> null);
        System.out.println(nul.get() + " " + nul.get() + " tries " + nul.tries);

        // a failing initialiser is tried again
        int[] attempts = new int[1];
        Lazy<Integer> flaky = new Lazy<>(() -> {
            if (++attempts[0] < 3) {
                throw new IllegalStateException("attempt " + attempts[0]);
            }
            return attempts[0] * 100;
        });
        for (int i = 0; i < 4; i++) {
            try {
                System.out.println(flaky.get());
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + " lock held " + Thread.holdsLock(flaky));
            }
        }

        // recursion into the initialiser by the same thread passes the monitor
        Lazy<?>[] self = new Lazy<?>[1];
        int[] depth = new int[1];
        self[0] = new Lazy<>(() -> depth[0]++ < 2 ? self[0].get() : "bottom");
        System.out.println(self[0].get() + " depth " + depth[0] + " tries " + self[0].tries);
    }
}
