import java.util.concurrent.atomic.AtomicInteger;

public class ThrSubclassRunnable {
    static final AtomicInteger count = new AtomicInteger();

    static class Worker extends Thread {
        final int amount;
        int result;

        Worker(int amount) {
            this.amount = amount;
        }

        @Override
        public void run() {
            for (int i = 1; i <= amount; i++) {
                result += i;
            }
            count.incrementAndGet();
        }
    }

    static class Both extends Thread {
        String seen = "";

        Both(Runnable r) {
            super(r, "both");
        }

        @Override
        public void run() {
            seen += "own;";
            super.run();
            seen += "after;";
        }
    }

    static class Task implements Runnable {
        Thread ranOn;

        public void run() {
            ranOn = Thread.currentThread();
            count.addAndGet(10);
        }
    }

    static void staticTask() {
        count.addAndGet(100);
    }

    public static void main(String[] args) throws Exception {
        Worker[] ws = new Worker[4];
        for (int i = 0; i < ws.length; i++) {
            ws[i] = new Worker(i * 10);
            ws[i].start();
        }
        int total = 0;
        for (Worker w : ws) {
            w.join();
            System.out.println("worker " + w.amount + " -> " + w.result);
            total += w.result;
        }
        System.out.println("total " + total + " count " + count.get());

        Task task = new Task();
        Thread t = new Thread(task);
        t.start();
        t.join();
        System.out.println("ran on t: " + (task.ranOn == t));

        task.run();
        System.out.println("direct run on main: " + (task.ranOn == Thread.currentThread()));

        // run() of a thread object is an ordinary method: it runs on the caller
        Thread unstarted = new Thread(task);
        unstarted.run();
        System.out.println("thread.run() on main: " + (task.ranOn == Thread.currentThread())
                + " state " + unstarted.getState());

        StringBuilder inner = new StringBuilder();
        Both both = new Both(() -> inner.append("target on ").append(Thread.currentThread().getName()));
        both.start();
        both.join();
        System.out.println(both.seen + " / " + inner);

        Thread ref = new Thread(ThrSubclassRunnable::staticTask);
        ref.start();
        ref.join();
        System.out.println("count " + count.get());

        Thread empty = new Thread();
        empty.start();
        empty.join();
        System.out.println("empty thread ended: " + empty.getState());

        Thread nullTarget = new Thread((Runnable) null, "nothing");
        nullTarget.start();
        nullTarget.join();
        System.out.println(nullTarget.getName() + " " + nullTarget.isAlive());

        Thread anon = new Thread("anon") {
            int field = 5;

            @Override
            public void run() {
                field *= 2;
                System.out.println(getName() + " field " + field + " this==current "
                        + (this == Thread.currentThread()));
            }
        };
        anon.start();
        anon.join();

        final int[] box = {0};
        Thread outer = new Thread(() -> {
            Thread in = new Thread(() -> box[0] += 7);
            in.start();
            try {
                in.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            box[0] *= 6;
        });
        outer.start();
        outer.join();
        System.out.println("nested " + box[0]);
    }
}
