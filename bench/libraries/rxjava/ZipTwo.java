import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.subjects.SingleSubject;

/** Two singles that two threads complete are zipped once. */
public class ZipTwo {
    public static void main(String[] args) throws Exception {
        SingleSubject<Integer> left = SingleSubject.create();
        SingleSubject<Integer> right = SingleSubject.create();
        int[] zipped = new int[1];
        Single.zip(left, right, Integer::sum).subscribe(n -> zipped[0] += n);
        Thread other = new Thread(() -> left.onSuccess(1));
        other.start();
        right.onSuccess(2);
        other.join();
        assert zipped[0] == 3 : zipped[0];
    }
}
