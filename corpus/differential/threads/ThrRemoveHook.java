public class ThrRemoveHook {
    public static void main(String[] args) throws Exception {
        Runtime rt = Runtime.getRuntime();
        Thread a = new Thread(() -> System.out.println("a must not run"));
        Thread b = new Thread(() -> System.out.println("b runs"));
        System.out.println("remove unknown " + rt.removeShutdownHook(a));
        rt.addShutdownHook(a);
        rt.addShutdownHook(b);
        System.out.println("remove a " + rt.removeShutdownHook(a));
        System.out.println("remove a again " + rt.removeShutdownHook(a));
        rt.addShutdownHook(a);
        System.out.println("added again, removed " + rt.removeShutdownHook(a));
        try {
            rt.removeShutdownHook(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        // a removed hook is an ordinary unstarted thread
        Thread c = new Thread(() -> System.out.println("c as a thread"));
        rt.addShutdownHook(c);
        System.out.println("c " + c.getState() + " " + rt.removeShutdownHook(c));
        c.start();
        c.join();
        try {
            rt.addShutdownHook(c);
            System.out.println("dead thread accepted as a hook");
            rt.removeShutdownHook(c);
        } catch (IllegalArgumentException e) {
            System.out.println("dead thread: " + e.getMessage());
        }

        // removed from another thread
        Thread d = new Thread(() -> System.out.println("d must not run"));
        rt.addShutdownHook(d);
        boolean[] ok = new boolean[1];
        Thread remover = new Thread(() -> ok[0] = rt.removeShutdownHook(d));
        remover.start();
        remover.join();
        System.out.println("removed elsewhere " + ok[0]);

        // equality of hooks is identity
        Thread e1 = new Thread("same") {
            @Override
            public boolean equals(Object o) {
                return o instanceof Thread;
            }

            @Override
            public int hashCode() {
                return 1;
            }

            @Override
            public void run() {
                System.out.println("e1 must not run");
            }
        };
        rt.addShutdownHook(e1);
        System.out.println("other object " + rt.removeShutdownHook(new Thread("same")));
        System.out.println("itself " + rt.removeShutdownHook(e1));
        // exit from main with status 3; only b is left
        Runtime.getRuntime().exit(3);
    }
}
