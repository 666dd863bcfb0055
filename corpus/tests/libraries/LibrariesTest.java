import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

/** Libraries that tests use, inside Heddle. */
@ExtendWith(MockitoExtension.class)
class LibrariesTest {
    interface Store {
        int load(String key);

        void save(String key, int value);
    }

    static class Plain {
        int size() {
            return 0;
        }
    }

    @Mock Store store;

    private final AtomicInteger count = new AtomicInteger();

    private void twice(Runnable action) throws InterruptedException {
        Thread other = new Thread(action);
        other.start();
        action.run();
        other.join();
    }

    @Test
    void mockito() throws InterruptedException {
        when(store.load("n")).thenReturn(3);
        Thread other = new Thread(() -> store.save("n", 1));
        other.start();
        other.join();
        assertEquals(3, store.load("n"));
        verify(store, times(1)).save("n", 1);
    }

    @Test
    void mockitoWithoutTheExtension(@Mock Store given) {
        Store made = mock(Store.class);
        when(made.load("a")).thenReturn(1);
        when(given.load("a")).thenReturn(2);
        assertEquals(3, made.load("a") + given.load("a"));
    }

    @Test
    void mockOfAClass() {
        assertEquals(0, mock(Plain.class).size());
    }

    @Test
    void stubbedInVain() {
        when(store.load("n")).thenReturn(3);
    }

    @Test
    void assertJ() throws InterruptedException {
        List<Integer> seen = new CopyOnWriteArrayList<>();
        twice(() -> seen.add(count.incrementAndGet()));
        assertThat(seen).containsExactlyInAnyOrder(1, 2).hasSize(2);
        assertThatThrownBy(() -> List.of().get(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void hamcrest() throws InterruptedException {
        List<Integer> seen = new CopyOnWriteArrayList<>();
        twice(() -> seen.add(count.incrementAndGet()));
        assertThat("the second one may be first", seen, contains(1, 2));
    }

    @Test
    void awaitility() {
        new Thread(count::incrementAndGet).start();
        await().until(() -> count.get() == 1);
    }
}
