import io.reactivex.rxjava3.subjects.PublishSubject;
import io.reactivex.rxjava3.subjects.Subject;

/** Two threads feed a serialized subject: its observer never hears both at once. */
public class SerializedSubject {
    static int inside;
    static int sum;

    public static void main(String[] args) throws Exception {
        Subject<Integer> subject = PublishSubject.<Integer>create().toSerialized();
        subject.subscribe(value -> {
            inside++;
            assert inside == 1;
            sum += value;
            inside--;
        });
        Thread other = new Thread(() -> subject.onNext(1));
        other.start();
        subject.onNext(2);
        other.join();
        assert sum == 3;
    }
}
