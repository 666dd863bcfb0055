import kotlin.Unit;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import kotlinx.coroutines.sync.Mutex;
import kotlinx.coroutines.sync.MutexKt;

/** A mutex that two threads try, and a deferred that two threads complete. */
public class Mutexes {
    static int inside;

    public static void main(String[] args) throws Exception {
        Mutex mutex = MutexKt.Mutex(false);
        CompletableDeferred<Integer> deferred = CompletableDeferredKt.CompletableDeferred(null);
        boolean[] won = new boolean[2];
        Thread other = new Thread(() -> {
            if (mutex.tryLock(null)) {
                inside++;
                assert inside == 1;
                inside--;
                mutex.unlock(null);
            }
            won[0] = deferred.complete(1);
        });
        other.start();
        BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> mutex.lock(null, continuation));
        inside++;
        assert inside == 1;
        inside--;
        mutex.unlock(null);
        won[1] = deferred.complete(2);
        Object value = BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> deferred.await(continuation));
        other.join();
        assert won[0] != won[1];
        assert value.equals(won[0] ? 1 : 2);
    }
}
