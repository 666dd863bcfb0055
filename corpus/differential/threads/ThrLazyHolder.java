import java.util.concurrent.atomic.AtomicInteger;

public class ThrLazyHolder {
    static final AtomicInteger inits = new AtomicInteger();
    static final StringBuffer log = new StringBuffer();

    static class Service {
        final int serial;

        private Service() {
            serial = inits.incrementAndGet();
            log.append("made;");
        }

        private static class Holder {
            static final Service INSTANCE = new Service();
        }

        static Service get() {
            return Holder.INSTANCE;
        }

        static String name() {
            return "service";
        }
    }

    enum Single {
        ONE;
        int n;

        Single() {
            log.append("enum;");
        }

        synchronized int next() {
            return ++n;
        }
    }

    static class Constants {
        static final int COMPILE_TIME = 7;
        static final Integer BOXED = box();

        static Integer box() {
            log.append("constants;");
            return 8;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Service.name() + " before use " + inits.get());
        Thread[] ts = new Thread[6];
        int[] serials = new int[6];
        for (int i = 0; i < 6; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                Service a = Service.get();
                Thread.yield();
                Service b = Service.get();
                serials[k] = a == b ? a.serial : -1;
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(java.util.Arrays.toString(serials) + " inits " + inits.get() + " " + log);
        log.setLength(0);

        Thread[] us = new Thread[4];
        for (int i = 0; i < 4; i++) {
            us[i] = new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    Single.ONE.next();
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(log + " " + Single.ONE.n);
        log.setLength(0);

        // things that do not initialise a class
        System.out.println(Constants.COMPILE_TIME + " [" + log + "]");
        Constants[] array = new Constants[3];
        System.out.println(array.length + " [" + log + "]");
        Class<?> literal = Constants.class;
        System.out.println(literal.getSimpleName() + " [" + log + "]");
        Class<?> loaded = Class.forName("ThrLazyHolder$Constants", false, ThrLazyHolder.class.getClassLoader());
        System.out.println((loaded == literal) + " [" + log + "]");
        Object o = "x";
        System.out.println((o instanceof Constants) + " [" + log + "]");
        // and now
        System.out.println(Constants.BOXED + " [" + log + "]");
        Class.forName("ThrLazyHolder$Constants");
        System.out.println("once only [" + log + "]");
    }
}
