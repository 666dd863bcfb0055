import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.disposables.Disposable;
import java.util.concurrent.atomic.AtomicInteger;

/** A disposable is added while the composite is disposed: it is disposed once in either order. */
public class Disposal {
    public static void main(String[] args) throws Exception {
        CompositeDisposable all = new CompositeDisposable();
        AtomicInteger disposed = new AtomicInteger();
        Thread other = new Thread(() -> all.add(Disposable.fromRunnable(disposed::incrementAndGet)));
        other.start();
        all.dispose();
        other.join();
        assert disposed.get() == 1 : disposed.get();
    }
}
