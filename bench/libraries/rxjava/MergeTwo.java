import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.processors.FlowableProcessor;

/** A serialised processor that two threads feed: its consumer is called by one at a time. */
public class MergeTwo {
    static int sum;

    public static void main(String[] args) throws Exception {
        FlowableProcessor<Integer> processor = PublishProcessor.<Integer>create().toSerialized();
        processor.subscribe(n -> sum += n);
        Thread other = new Thread(() -> processor.onNext(1));
        other.start();
        processor.onNext(2);
        other.join();
        processor.onComplete();
        assert sum == 3 : sum;
    }
}
