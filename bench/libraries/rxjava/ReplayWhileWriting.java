import io.reactivex.rxjava3.subjects.ReplaySubject;

/** A subscriber of a replay subject reads a list up to a volatile size while another thread adds to it: a race by design. */
public class ReplayWhileWriting {
    public static void main(String[] args) throws Exception {
        ReplaySubject<Integer> replay = ReplaySubject.create();
        Thread other = new Thread(() -> {
            replay.onNext(1);
            replay.onComplete();
        });
        other.start();
        int seen = replay.blockingFirst();
        other.join();
        assert seen == 1;
    }
}
