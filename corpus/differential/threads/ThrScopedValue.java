// jdk: 25+
import java.util.NoSuchElementException;

public class ThrScopedValue {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    static String who() {
        return USER.isBound() ? USER.get() : "nobody";
    }

    static int fact(int n) throws Exception {
        int d = DEPTH.orElse(0);
        if (d == n) {
            return 1;
        }
        return (d + 1) * ScopedValue.where(DEPTH, d + 1).call(() -> fact(n));
    }

    public static void main(String[] args) throws Exception {
        System.out.println(who() + " " + USER.orElse("default"));
        try {
            USER.get();
        } catch (NoSuchElementException e) {
            System.out.println("unbound");
        }
        ScopedValue.where(USER, "ann").run(() -> {
            System.out.println(who());
            ScopedValue.where(USER, "bob").run(() -> System.out.println("inner " + who()));
            System.out.println("restored " + who());
        });
        System.out.println("after " + who());

        // several at once
        String s = ScopedValue.where(USER, "x").where(DEPTH, 3).call(() -> USER.get() + DEPTH.get());
        System.out.println(s);
        // the same key twice: the last wins
        ScopedValue.where(USER, "first").where(USER, "second").run(() -> System.out.println(who()));

        System.out.println("fact " + fact(6));

        // exceptions pass and unbind
        try {
            ScopedValue.where(USER, "err").call(() -> {
                throw new java.io.IOException("checked by " + who());
            });
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage() + " then " + who());
        }

        // orElseThrow and null
        try {
            USER.orElseThrow(() -> new IllegalArgumentException("none"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        ScopedValue.where(USER, null).run(() -> System.out.println("null bound " + USER.isBound() + " " + USER.get()));
        try {
            USER.orElse(null);
        } catch (NullPointerException e) {
            System.out.println("orElse(null) NPE");
        }

        // a carrier may be kept and used often, and read
        ScopedValue.Carrier c = ScopedValue.where(USER, "carrier").where(DEPTH, 9);
        System.out.println(c.get(USER) + " " + c.get(DEPTH));
        c.run(() -> System.out.println(who()));
        c.run(() -> System.out.println(who() + DEPTH.get()));

        // threads: a plain new thread does not inherit the binding
        String[] seen = new String[3];
        ScopedValue.where(USER, "parent").run(() -> {
            Thread t = new Thread(() -> seen[0] = who());
            Thread v = Thread.ofVirtual().unstarted(() -> seen[1] = who());
            t.start();
            v.start();
            try {
                t.join();
                v.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        System.out.println(seen[0] + " " + seen[1]);

        // two threads with their own bindings
        Thread[] ts = new Thread[4];
        String[] res = new String[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = Thread.ofPlatform().start(() -> ScopedValue.where(USER, "t" + k).run(() -> {
                String r = "";
                for (int j = 0; j < 3; j++) {
                    Thread.yield();
                    r += who();
                }
                res[k] = r;
            }));
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(String.join(" ", res));
        c.run(() -> {
            Runnable escaped = () -> System.out.println("lambda sees " + who());
            escaped.run();
            ScopedValue.where(USER, "rebound").run(escaped);
        });
    }
}
