import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SubmissionPublisher;

/** Assertions that fail inside the JDK, and ways to look at them through other code of the JDK. */
public class Main {
    static int fail() {
        assert false;
        return 1;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(Main::fail);
        task.run();
        Method get = Future.class.getMethod("get");
        try {
            get.invoke(task);
        } catch (InvocationTargetException e) {
            // The error is the cause of what the exception holds.
        }

        CompletableFuture<Integer> asked = CompletableFuture.completedFuture(1).thenApply(value -> fail());
        Method question = CompletableFuture.class.getMethod("isCompletedExceptionally");
        assert (Boolean) question.invoke(asked);

        CompletableFuture<Integer> counted = CompletableFuture.completedFuture(1).thenApply(value -> fail());
        assert List.of(counted).stream().filter(CompletableFuture::isCompletedExceptionally).count() == 1;

        CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new IllegalStateException());
        try {
            failed.whenComplete((value, error) -> fail()).join();
        } catch (CompletionException e) {
            // The error is suppressed by that of the future before.
        }

        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 1)) {
            publisher.subscribe(new Subscriber());
            publisher.submit(1);
        }
    }

    static class Subscriber implements Flow.Subscriber<Integer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(Integer item) {
            fail();
        }

        @Override
        public void onError(Throwable error) {
            assert error instanceof AssertionError;
        }

        @Override
        public void onComplete() {}
    }
}
