import java.util.concurrent.CountedCompleter;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final AtomicInteger sum = new AtomicInteger();

    static class Part extends CountedCompleter<Void> {
        final int from, to;

        Part(CountedCompleter<?> whole, int from, int to) {
            super(whole);
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (from == to) {
                sum.addAndGet(from);
            } else {
                setPendingCount(2);
                new Part(this, from, (from + to) / 2).fork();
                new Part(this, (from + to) / 2 + 1, to).fork();
            }
            tryComplete();
        }
    }

    public static void main(String[] args) {
        new Part(null, 1, 2).invoke();
        System.out.println(sum);
    }
}
