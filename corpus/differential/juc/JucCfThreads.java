import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class JucCfThreads {
    static class Latest {
        private final CompletableFuture<String> f = new CompletableFuture<>();
        final AtomicInteger wins = new AtomicInteger();

        void offer(String s) {
            if (f.complete(s)) {
                wins.incrementAndGet();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        // racing completers: one wins, all see the same
        for (int round = 0; round < 5; round++) {
            Latest l = new Latest();
            Thread[] ts = new Thread[4];
            String[] seen = new String[4];
            for (int i = 0; i < 4; i++) {
                final int k = i;
                ts[i] = new Thread(() -> {
                    l.offer("v" + k);
                    seen[k] = l.f.join();
                });
                ts[i].start();
            }
            for (Thread t : ts) {
                t.join();
            }
            System.out.print(l.wins + " " + (seen[0].equals(seen[1]) && seen[1].equals(seen[2]) && seen[2].equals(seen[3])) + "; ");
        }
        System.out.println();

        // racing registration and completion: every dependent runs once
        AtomicInteger ran = new AtomicInteger();
        for (int round = 0; round < 20; round++) {
            CompletableFuture<Integer> f = new CompletableFuture<>();
            Thread reg = new Thread(() -> {
                for (int i = 0; i < 5; i++) {
                    f.thenAccept(ran::addAndGet);
                }
            });
            Thread com = new Thread(() -> f.complete(1));
            reg.start();
            com.start();
            reg.join();
            com.join();
        }
        System.out.println("ran " + ran);

        // a direct executor, and one thread per task
        Executor direct = Runnable::run;
        Thread main = Thread.currentThread();
        System.out.println(CompletableFuture.supplyAsync(() -> Thread.currentThread() == main, direct).isDone());
        Executor perTask = r -> new Thread(r, "per-task").start();
        System.out.println(CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), perTask).join());
        // an executor that keeps tasks for later
        List<Runnable> kept = new ArrayList<>();
        CompletableFuture<String> lazy = CompletableFuture.supplyAsync(() -> "lazy", kept::add);
        CompletableFuture<Integer> len = lazy.thenApplyAsync(String::length, kept::add);
        System.out.println(kept.size() + " " + lazy.isDone());
        kept.remove(0).run();
        System.out.println(kept.size() + " " + lazy.join() + " " + len.isDone());
        kept.remove(0).run();
        System.out.println(len.join());

        // fan out, fan in
        List<CompletableFuture<Integer>> fs = IntStream.range(0, 12)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> i * i)).collect(Collectors.toList());
        CompletableFuture<Integer> total = fs.stream().reduce(CompletableFuture.completedFuture(0),
                (x, y) -> x.thenCombine(y, Integer::sum));
        System.out.println(total.join());
        System.out.println(fs.stream().map(CompletableFuture::join).collect(Collectors.toList()));

        // a waiting thread is woken by complete
        CompletableFuture<String> gate = new CompletableFuture<>();
        CountDownLatch up = new CountDownLatch(3);
        AtomicInteger got = new AtomicInteger();
        Thread[] ws = new Thread[3];
        for (int i = 0; i < 3; i++) {
            ws[i] = new Thread(() -> {
                up.countDown();
                if (gate.join().equals("open")) {
                    got.incrementAndGet();
                }
            });
            ws[i].start();
        }
        up.await();
        gate.complete("open");
        for (Thread w : ws) {
            w.join();
        }
        System.out.println("woken " + got);
        // join ignores interrupts, get does not
        CompletableFuture<String> slow = new CompletableFuture<>();
        boolean[] flag = new boolean[1];
        Thread j = new Thread(() -> {
            slow.join();
            flag[0] = Thread.currentThread().isInterrupted();
        });
        j.start();
        j.interrupt();
        slow.complete("x");
        j.join();
        System.out.println("flag after join " + flag[0]);
        // anyOf with racing suppliers of equal values
        System.out.println(CompletableFuture.anyOf(CompletableFuture.supplyAsync(() -> "same"),
                CompletableFuture.supplyAsync(() -> "same")).join());
        System.out.println(CompletableFuture.supplyAsync(() -> 1).thenApplyAsync(x -> x + 1).thenComposeAsync(
                x -> CompletableFuture.supplyAsync(() -> x * 10)).handleAsync((v, t) -> v + (t == null ? 0 : 1000)).join());
    }
}
