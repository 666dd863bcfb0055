import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

public class ThrGroupBasics {
    public static void main(String[] args) throws Exception {
        ThreadGroup mainGroup = Thread.currentThread().getThreadGroup();
        System.out.println(mainGroup.getName());
        System.out.println("parent " + mainGroup.getParent().getName());
        System.out.println("root's parent " + mainGroup.getParent().getParent());

        ThreadGroup a = new ThreadGroup("a");
        ThreadGroup b = new ThreadGroup(a, "b");
        ThreadGroup c = new ThreadGroup(b, "c");
        System.out.println(a.getParent().getName() + " " + b.getParent().getName() + " " + c.getParent().getName());
        System.out.println("a parentOf c " + a.parentOf(c) + ", c parentOf a " + c.parentOf(a)
                + ", a parentOf a " + a.parentOf(a) + ", main parentOf c " + mainGroup.parentOf(c));
        System.out.println(a);
        System.out.println(c.getMaxPriority() + " " + c.isDaemon());

        try {
            new ThreadGroup(null, "x");
            System.out.println("null parent accepted");
        } catch (NullPointerException e) {
            System.out.println("null parent rejected");
        }
        System.out.println(new ThreadGroup(null == null ? (String) null : "").getName());

        CountDownLatch up = new CountDownLatch(3);
        CountDownLatch go = new CountDownLatch(1);
        Runnable body = () -> {
            up.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        Thread ta = new Thread(a, body, "ta");
        Thread tb = new Thread(b, body, "tb");
        Thread tc = new Thread(c, body, "tc");
        System.out.println("before start " + a.activeCount());
        ta.start();
        tb.start();
        tc.start();
        up.await();
        System.out.println("active a " + a.activeCount() + " b " + b.activeCount() + " c " + c.activeCount());
        System.out.println("groups below a " + a.activeGroupCount() + " b " + b.activeGroupCount());

        Thread[] list = new Thread[8];
        int n = a.enumerate(list);
        String[] names = new String[n];
        for (int i = 0; i < n; i++) {
            names[i] = list[i].getName();
        }
        Arrays.sort(names);
        System.out.println(n + " " + Arrays.toString(names));
        n = a.enumerate(list, false);
        System.out.println(n + " " + list[0].getName());
        Thread[] tooSmall = new Thread[2];
        System.out.println("short array " + a.enumerate(tooSmall));

        ThreadGroup[] groups = new ThreadGroup[4];
        n = a.enumerate(groups);
        String[] gn = new String[n];
        for (int i = 0; i < n; i++) {
            gn[i] = groups[i].getName();
        }
        Arrays.sort(gn);
        System.out.println(Arrays.toString(gn));

        System.out.println(ta.getThreadGroup() == a);
        go.countDown();
        ta.join();
        tb.join();
        tc.join();
        System.out.println("after end, group is " + ta.getThreadGroup());
        System.out.println("active " + a.activeCount());

        // a thread inherits the group of its creator
        ThreadGroup[] seen = new ThreadGroup[1];
        Thread creator = new Thread(c, () -> seen[0] = new Thread(() -> { }).getThreadGroup());
        creator.start();
        creator.join();
        System.out.println(seen[0].getName());
        ThreadGroup[] fromInside = new ThreadGroup[1];
        creator = new Thread(b, () -> fromInside[0] = new ThreadGroup("inside"));
        creator.start();
        creator.join();
        System.out.println(fromInside[0].getParent().getName());
    }
}
