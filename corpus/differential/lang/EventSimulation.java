import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;

public class EventSimulation {
    sealed interface Event permits Arrive, Start, Finish { long at(); }

    record Arrive(long at, int customer) implements Event { }

    record Start(long at, int customer, int desk) implements Event { }

    record Finish(long at, int customer, int desk) implements Event { }

    static final class InsufficientFunds extends Exception {
        final long missing;

        InsufficientFunds(long missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    static class Account {
        private long balance;
        private final List<Consumer<Long>> listeners = new ArrayList<>();

        void onChange(Consumer<Long> l) {
            listeners.add(l);
        }

        void deposit(long n) {
            if (n <= 0) {
                throw new IllegalArgumentException("deposit " + n);
            }
            balance = Math.addExact(balance, n);
            listeners.forEach(l -> l.accept(balance));
        }

        void withdraw(long n) throws InsufficientFunds {
            if (n > balance) {
                throw new InsufficientFunds(n - balance);
            }
            balance -= n;
            listeners.forEach(l -> l.accept(balance));
        }
    }

    static class Sim {
        private final PriorityQueue<Event> queue = new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparing(e -> e.getClass().getSimpleName()).thenComparing(Event::toString));
        private final List<Integer> waiting = new ArrayList<>();
        private final Integer[] desks;
        private final Random rnd;
        private final Map<Integer, Long> arrived = new LinkedHashMap<>();
        private long totalWait, maxWait, now;
        private int served;

        Sim(int desks, long seed) {
            this.desks = new Integer[desks];
            rnd = new Random(seed);
        }

        Optional<Integer> freeDesk() {
            for (int i = 0; i < desks.length; i++) {
                if (desks[i] == null) {
                    return Optional.of(i);
                }
            }
            return Optional.empty();
        }

        String run(int customers) {
            long t = 0;
            for (int i = 0; i < customers; i++) {
                queue.add(new Arrive(t += rnd.nextInt(10), i));
            }
            int handled = 0;
            while (!queue.isEmpty()) {
                Event e = queue.poll();
                assert e.at() >= now : "time went backwards";
                now = e.at();
                handled++;
                if (e instanceof Arrive a) {
                    arrived.put(a.customer(), a.at());
                    waiting.add(a.customer());
                    dispatch();
                } else if (e instanceof Start s) {
                    long w = s.at() - arrived.remove(s.customer());
                    totalWait += w;
                    maxWait = Math.max(maxWait, w);
                    queue.add(new Finish(s.at() + 5 + rnd.nextInt(15), s.customer(), s.desk()));
                } else if (e instanceof Finish f) {
                    desks[f.desk()] = null;
                    served++;
                    dispatch();
                }
            }
            return "served " + served + " events " + handled + " end " + now + " wait " + totalWait + " max " + maxWait + " left " + arrived + waiting;
        }

        private void dispatch() {
            for (Optional<Integer> d = freeDesk(); d.isPresent() && !waiting.isEmpty(); d = freeDesk()) {
                int c = waiting.remove(0);
                desks[d.get()] = c;
                queue.add(new Start(now, c, d.get()));
            }
        }
    }

    public static void main(String[] args) {
        for (int desks = 1; desks <= 4; desks++) {
            System.out.println(desks + ": " + new Sim(desks, 99).run(60));
        }
        Account a = new Account();
        StringBuilder log = new StringBuilder();
        a.onChange(b -> log.append(b).append(' '));
        a.onChange(b -> {
            if (b < 10) {
                log.append("low! ");
            }
        });
        a.deposit(50);
        for (long n : new long[] {20, 25, 100, 5, 1}) {
            try {
                a.withdraw(n);
            } catch (InsufficientFunds e) {
                log.append('(').append(e.getMessage()).append(") ");
            } finally {
                log.append("; ");
            }
        }
        try {
            a.deposit(-1);
        } catch (IllegalArgumentException e) {
            log.append(e.getMessage());
        }
        a.deposit(Long.MAX_VALUE);
        try {
            a.deposit(1);
        } catch (ArithmeticException e) {
            log.append(' ').append(e.getMessage());
        }
        System.out.println(log);
    }
}
