import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

public class JucFlow {
    static class Sub<T> implements Flow.Subscriber<T> {
        final List<String> log = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch done = new CountDownLatch(1);
        final long batch;
        final int cancelAfter;
        Flow.Subscription s;
        int n;

        Sub(long batch, int cancelAfter) {
            this.batch = batch;
            this.cancelAfter = cancelAfter;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            this.s = s;
            log.add("sub");
            s.request(batch);
        }

        @Override
        public void onNext(T t) {
            log.add("" + t);
            n++;
            if (n == cancelAfter) {
                s.cancel();
                done.countDown();
            } else if (n % batch == 0) {
                s.request(batch);
            }
        }

        @Override
        public void onError(Throwable t) {
            log.add("error " + t.getMessage());
            done.countDown();
        }

        @Override
        public void onComplete() {
            log.add("complete");
            done.countDown();
        }
    }

    static class Map<A, B> extends SubmissionPublisher<B> implements Flow.Processor<A, B> {
        final Function<A, B> f;
        Flow.Subscription s;

        Map(ExecutorService ex, Function<A, B> f) {
            super(ex, 8);
            this.f = f;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            this.s = s;
            s.request(1);
        }

        @Override
        public void onNext(A a) {
            submit(f.apply(a));
            s.request(1);
        }

        @Override
        public void onError(Throwable t) {
            closeExceptionally(t);
        }

        @Override
        public void onComplete() {
            close();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(3);
        Sub<Integer> a = new Sub<>(1, -1);
        Sub<Integer> b = new Sub<>(3, -1);
        try (SubmissionPublisher<Integer> p = new SubmissionPublisher<>(ex, 4)) {
            System.out.println(p.hasSubscribers() + " " + p.getMaxBufferCapacity());
            p.subscribe(a);
            p.subscribe(b);
            System.out.println(p.getNumberOfSubscribers() + " " + p.isSubscribed(a));
            for (int i = 0; i < 8; i++) {
                p.submit(i);
            }
        }
        a.done.await();
        b.done.await();
        System.out.println(a.log);
        System.out.println(b.log);

        // cancelling subscriber
        SubmissionPublisher<String> q = new SubmissionPublisher<>(ex, 16);
        Sub<String> c = new Sub<>(1, 3);
        q.subscribe(c);
        for (int i = 0; i < 6; i++) {
            q.submit("s" + i);
        }
        c.done.await();
        q.close();
        System.out.println(c.log.subList(0, 4) + " closed " + q.isClosed());
        try {
            q.submit("late");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        // subscribing to a closed publisher completes at once
        Sub<String> late = new Sub<>(1, -1);
        q.subscribe(late);
        late.done.await();
        System.out.println(late.log);

        // errors
        SubmissionPublisher<String> e = new SubmissionPublisher<>(ex, 16);
        Sub<String> d = new Sub<>(10, -1);
        e.subscribe(d);
        e.closeExceptionally(new IllegalStateException("broken"));
        d.done.await();
        System.out.println(d.log.get(d.log.size() - 1) + " " + e.getClosedException().getMessage());
        // the same subscriber twice
        SubmissionPublisher<String> t = new SubmissionPublisher<>(ex, 16);
        Sub<String> twice = new Sub<>(1, -1);
        t.subscribe(twice);
        t.subscribe(twice);
        twice.done.await();
        System.out.println(twice.log.get(twice.log.size() - 1).startsWith("error"));
        // a bad request
        SubmissionPublisher<String> r = new SubmissionPublisher<>(ex, 16);
        Sub<String> zero = new Sub<>(-1, -1);
        r.subscribe(zero);
        zero.done.await();
        System.out.println(zero.log.size() + " " + zero.log.get(0) + " " + zero.log.get(1).startsWith("error"));

        // publisher -> processor -> processor -> subscriber
        SubmissionPublisher<Integer> src = new SubmissionPublisher<>(ex, 8);
        Map<Integer, Integer> sq = new Map<>(ex, x -> x * x);
        Map<Integer, String> str = new Map<>(ex, x -> "<" + x + ">");
        Sub<String> end = new Sub<>(2, -1);
        str.subscribe(end);
        sq.subscribe(str);
        src.subscribe(sq);
        for (int i = 1; i <= 10; i++) {
            src.submit(i);
        }
        src.close();
        end.done.await();
        System.out.println(end.log);

        // consume, and offer with drops when nobody asks for items
        SubmissionPublisher<Integer> con = new SubmissionPublisher<>(ex, 8);
        int[] sum = new int[1];
        java.util.concurrent.CompletableFuture<Void> fin = con.consume(x -> sum[0] += x);
        for (int i = 1; i <= 20; i++) {
            con.submit(i);
        }
        con.close();
        fin.get();
        System.out.println("sum " + sum[0]);
        SubmissionPublisher<Integer> dr = new SubmissionPublisher<>(ex, 2);
        CountDownLatch subbed = new CountDownLatch(1);
        dr.subscribe(new Flow.Subscriber<Integer>() {
            public void onSubscribe(Flow.Subscription s) {
                subbed.countDown();
            }

            public void onNext(Integer i) {
            }

            public void onError(Throwable t) {
            }

            public void onComplete() {
            }
        });
        subbed.await();
        int[] drops = new int[1];
        for (int i = 0; i < 5; i++) {
            dr.offer(i, (s, x) -> {
                drops[0]++;
                return false;
            });
        }
        System.out.println("drops " + drops[0] + " lag " + dr.estimateMaximumLag() + " demand " + dr.estimateMinimumDemand());
        System.out.println(Flow.defaultBufferSize());
        dr.close();
        ex.shutdown();
        System.out.println(ex.awaitTermination(1, TimeUnit.HOURS));
    }
}
