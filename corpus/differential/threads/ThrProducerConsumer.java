import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

public class ThrProducerConsumer {
    static class Channel<T> {
        private final Deque<T> items = new ArrayDeque<>();
        private boolean closed;
        private int puts;
        private int takes;

        synchronized void put(T t) {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            items.addLast(t);
            puts++;
            notify();
        }

        synchronized T take() throws InterruptedException {
            while (items.isEmpty() && !closed) {
                wait();
            }
            if (items.isEmpty()) {
                return null;
            }
            takes++;
            return items.removeFirst();
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    public static void main(String[] args) throws Exception {
        // one to one keeps the order
        Channel<Integer> ch = new Channel<>();
        List<Integer> got = new ArrayList<>();
        Thread cons = new Thread(() -> {
            try {
                Integer i;
                while ((i = ch.take()) != null) {
                    got.add(i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        cons.start();
        for (int i = 0; i < 20; i++) {
            ch.put(i * i);
        }
        ch.close();
        cons.join();
        System.out.println(got);
        try {
            ch.put(1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ch.take());

        // three producers, three consumers: the multiset is what counts
        Channel<String> many = new Channel<>();
        List<String> all = Collections.synchronizedList(new ArrayList<>());
        Thread[] ps = new Thread[3];
        Thread[] cs = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int k = i;
            ps[i] = new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    many.put("p" + k + ":" + j);
                }
            });
            cs[i] = new Thread(() -> {
                try {
                    int[] last = {-1, -1, -1};
                    String s;
                    while ((s = many.take()) != null) {
                        int p = s.charAt(1) - '0';
                        int v = Integer.parseInt(s.substring(3));
                        if (v <= last[p]) {
                            all.add("order broken");
                        }
                        last[p] = v;
                        all.add(s);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (int i = 0; i < 3; i++) {
            cs[i].start();
            ps[i].start();
        }
        for (Thread p : ps) {
            p.join();
        }
        many.close();
        for (Thread c : cs) {
            c.join();
        }
        Collections.sort(all);
        System.out.println(all.size() + " " + all);
        System.out.println(many.puts + " " + many.takes);

        // a pipeline of three stages
        Channel<Integer> in = new Channel<>();
        Channel<Integer> mid = new Channel<>();
        Channel<String> out = new Channel<>();
        Thread s1 = new Thread(() -> pump(in, mid, x -> x + 1));
        Thread s2 = new Thread(() -> pump(mid, out, x -> "<" + x * 2 + ">"));
        s1.start();
        s2.start();
        for (int i = 0; i < 8; i++) {
            in.put(i);
        }
        in.close();
        StringBuilder sb = new StringBuilder();
        String r;
        while ((r = out.take()) != null) {
            sb.append(r);
        }
        System.out.println(sb);
        s1.join();
        s2.join();
    }

    static <A, B> void pump(Channel<A> from, Channel<B> to, java.util.function.Function<A, B> f) {
        try {
            A a;
            while ((a = from.take()) != null) {
                to.put(f.apply(a));
            }
            to.close();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
