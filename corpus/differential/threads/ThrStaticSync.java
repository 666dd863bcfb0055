public class ThrStaticSync {
    static int count;
    int own;

    static synchronized void bump() {
        int c = count;
        Thread.yield();
        count = c + 1;
    }

    static void bumpBlock() {
        synchronized (ThrStaticSync.class) {
            int c = count;
            Thread.yield();
            count = c + 1;
        }
    }

    synchronized void bumpOwn() {
        int c = own;
        Thread.yield();
        own = c + 1;
    }

    static class Sub extends ThrStaticSync {
        static int subCount;

        // a different monitor from the superclass's static methods
        static synchronized void subBump() {
            System.out.println("sub " + Thread.holdsLock(Sub.class) + " super " + Thread.holdsLock(ThrStaticSync.class));
            subCount++;
        }
    }

    interface WithStatic {
        int[] n = new int[1];

        static void inc() {
            synchronized (WithStatic.class) {
                n[0]++;
            }
        }
    }

    enum E {
        A, B;
        static int total;

        static synchronized void add(E e) {
            total += e.ordinal() + 1;
        }
    }

    static void all(int n, Runnable r) throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            ts[i] = new Thread(r);
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        all(4, () -> {
            for (int i = 0; i < 50; i++) {
                bump();
            }
        });
        System.out.println("count " + count);
        all(4, () -> {
            for (int i = 0; i < 25; i++) {
                bumpBlock();
                bump();
            }
        });
        System.out.println("count " + count);

        ThrStaticSync a = new ThrStaticSync();
        ThrStaticSync b = new ThrStaticSync();
        all(4, () -> {
            for (int i = 0; i < 20; i++) {
                a.bumpOwn();
                b.bumpOwn();
            }
        });
        System.out.println(a.own + " " + b.own);

        Sub.subBump();
        Sub.bump();
        System.out.println(Sub.subCount + " " + count);
        all(3, WithStatic::inc);
        System.out.println(WithStatic.n[0]);
        all(3, () -> {
            E.add(E.A);
            E.add(E.B);
        });
        System.out.println(E.total);

        // static and instance monitors are independent: holding one does not block the other
        synchronized (ThrStaticSync.class) {
            Thread t = new Thread(a::bumpOwn);
            t.start();
            t.join();
            System.out.println("instance method ran while the class was locked " + a.own);
        }
        synchronized (a) {
            Thread t = new Thread(() -> {
                bump();
                b.bumpOwn();
            });
            t.start();
            t.join();
            System.out.println("static method ran while the instance was locked " + count + " " + b.own);
        }

        // a blocked caller of a static synchronized method
        StringBuilder sb = new StringBuilder();
        Thread blocked = new Thread(() -> {
            bump();
            sb.append("static after");
        });
        synchronized (ThrStaticSync.class) {
            blocked.start();
            while (blocked.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
            sb.append("holder ");
        }
        blocked.join();
        System.out.println(sb);

        System.out.println(java.lang.reflect.Modifier.isSynchronized(
                ThrStaticSync.class.getDeclaredMethod("bump").getModifiers()) + " "
                + java.lang.reflect.Modifier.isSynchronized(
                ThrStaticSync.class.getDeclaredMethod("bumpBlock").getModifiers()));
        ThrStaticSync.class.getDeclaredMethod("bump").invoke(null);
        System.out.println(count);
    }
}
