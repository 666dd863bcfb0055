import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

public class ThrActors {
    abstract static class Actor extends Thread {
        private final ArrayDeque<Object> box = new ArrayDeque<>();
        static final Object STOP = new Object();

        Actor(String name) {
            super(name);
        }

        void tell(Object m) {
            synchronized (box) {
                box.add(m);
                box.notify();
            }
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Object m;
                    synchronized (box) {
                        while (box.isEmpty()) {
                            box.wait();
                        }
                        m = box.poll();
                    }
                    if (m == STOP) {
                        stopped();
                        return;
                    }
                    receive(m);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        abstract void receive(Object m);

        void stopped() {
        }
    }

    static class Account extends Actor {
        long balance;
        int refused;

        Account(String n, long b) {
            super(n);
            balance = b;
        }

        @Override
        void receive(Object m) {
            if (m instanceof Integer) {
                int i = (Integer) m;
                if (balance + i < 0) {
                    refused++;
                } else {
                    balance += i;
                }
            } else if (m instanceof Consumer) {
                @SuppressWarnings("unchecked")
                Consumer<Long> c = (Consumer<Long>) m;
                c.accept(balance);
            } else {
                throw new IllegalArgumentException(String.valueOf(m));
            }
        }
    }

    static class Counter extends Actor {
        final Map<String, Integer> words = new HashMap<>();
        final Actor next;

        Counter(String n, Actor next) {
            super(n);
            this.next = next;
        }

        @Override
        void receive(Object m) {
            for (String w : ((String) m).split(" ")) {
                words.merge(w, 1, Integer::sum);
            }
        }

        @Override
        void stopped() {
            next.tell(words);
            next.tell(STOP);
        }
    }

    static class Printer extends Actor {
        int stopsLeft;
        final TreeMap<String, Integer> all = new TreeMap<>();

        Printer(int n) {
            super("printer");
            stopsLeft = n;
        }

        @Override
        @SuppressWarnings("unchecked")
        void receive(Object m) {
            ((Map<String, Integer>) m).forEach((k, v) -> all.merge(k, v, Integer::sum));
            if (--stopsLeft == 0) {
                System.out.println(all);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Account acc = new Account("acc", 100);
        acc.start();
        for (int i = 0; i < 10; i++) {
            acc.tell(i % 2 == 0 ? 10 : -5);
        }
        acc.tell(-1000);
        acc.tell((Consumer<Long>) b -> System.out.println("asked: " + b + " on " + Thread.currentThread().getName()));
        acc.tell(1);
        acc.tell(Actor.STOP);
        acc.tell(1_000_000);
        acc.join();
        System.out.println(acc.balance + " refused " + acc.refused);

        // many tellers
        Account b = new Account("b", 0);
        b.start();
        Thread[] ts = new Thread[5];
        for (int i = 0; i < 5; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    b.tell(2);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        b.tell(Actor.STOP);
        b.join();
        System.out.println(b.balance);

        // an actor that dies of a bad message
        Account c = new Account("c", 0);
        c.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + ": " + e));
        c.tell("nonsense");
        c.start();
        c.join();

        // word count by two actors into a third, which prints after the last part
        Printer p = new Printer(2) {
            @Override
            public void run() {
                super.run();
                if (stopsLeft > 0) {
                    super.run();
                }
            }
        };
        Counter c1 = new Counter("c1", p);
        Counter c2 = new Counter("c2", p);
        p.start();
        c1.start();
        c2.start();
        String[] lines = {"a b a", "b c", "c c a", "d", "a d"};
        for (int i = 0; i < lines.length; i++) {
            (i % 2 == 0 ? c1 : c2).tell(lines[i]);
        }
        c1.tell(Actor.STOP);
        c2.tell(Actor.STOP);
        c1.join();
        c2.join();
        p.join();
    }
}
