// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

public class ThrBuilder {
    static void attempt(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": ok");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        StringBuilder sb = new StringBuilder();
        Thread t = Thread.ofPlatform().name("alpha").daemon(true).priority(7)
                .unstarted(() -> sb.append("ran in ").append(Thread.currentThread().getName()));
        System.out.println(t.getName() + " " + t.isDaemon() + " " + t.getPriority() + " " + t.getState()
                + " " + t.isVirtual());
        t.start();
        t.join();
        System.out.println(sb);

        Thread.Builder.OfPlatform b = Thread.ofPlatform().name("seq-", 5);
        for (int i = 0; i < 3; i++) {
            Thread s = b.start(() -> { });
            s.join();
            System.out.println(s.getName() + " " + s.isDaemon());
        }

        ThreadFactory f = Thread.ofPlatform().name("fac-", 0).daemon().factory();
        List<Thread> made = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            made.add(f.newThread(() -> { }));
        }
        for (Thread m : made) {
            System.out.println(m.getName() + " " + m.isDaemon() + " " + m.getState());
        }

        ThreadGroup g = new ThreadGroup("grp");
        Thread inGroup = Thread.ofPlatform().group(g).name("member").unstarted(() -> { });
        System.out.println(inGroup.getThreadGroup().getName());

        String[] caught = new String[1];
        Thread bad = Thread.ofPlatform().name("bad")
                .uncaughtExceptionHandler((th, e) -> caught[0] = th.getName() + " died of " + e.getMessage())
                .start(() -> {
                    throw new IllegalStateException("planned");
                });
        bad.join();
        System.out.println(caught[0]);

        InheritableThreadLocal<String> itl = new InheritableThreadLocal<>();
        itl.set("from-main");
        String[] got = new String[2];
        Thread with = Thread.ofPlatform().inheritInheritableThreadLocals(true).start(() -> got[0] = itl.get());
        Thread without = Thread.ofPlatform().inheritInheritableThreadLocals(false).start(() -> got[1] = itl.get());
        with.join();
        without.join();
        System.out.println(got[0] + " " + got[1]);

        attempt("priority 0", () -> Thread.ofPlatform().priority(0));
        attempt("priority 11", () -> Thread.ofPlatform().priority(11));
        attempt("priority 10", () -> Thread.ofPlatform().priority(10));
        attempt("null name", () -> Thread.ofPlatform().name(null));
        attempt("null group", () -> Thread.ofPlatform().group(null));
        attempt("negative start", () -> Thread.ofPlatform().name("x", -1));
        attempt("negative stack", () -> Thread.ofPlatform().stackSize(-1));
        attempt("null task", () -> Thread.ofPlatform().unstarted(null));
        attempt("null handler", () -> Thread.ofPlatform().uncaughtExceptionHandler(null));
        attempt("stack size", () -> Thread.ofPlatform().stackSize(1 << 18).unstarted(() -> { }));

        Thread v = Thread.ofVirtual().name("virt").unstarted(() -> { });
        System.out.println(v.getName() + " " + v.isVirtual() + " " + v.isDaemon() + " " + v.getPriority()
                + " " + v.getThreadGroup().getName());
        Thread.Builder any = Thread.ofVirtual().name("v", 1);
        Thread v1 = any.start(() -> { });
        Thread v2 = any.start(() -> { });
        v1.join();
        v2.join();
        System.out.println(v1.getName() + " " + v2.getName());
        System.out.println("[" + Thread.ofVirtual().unstarted(() -> { }).getName() + "]");
    }
}
