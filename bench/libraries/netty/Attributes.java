import io.netty.util.AttributeKey;
import io.netty.util.DefaultAttributeMap;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.internal.PlatformDependent;
import java.util.Queue;

/** Attributes, thread locals and queues of netty-common. */
public class Attributes {
    public static void main(String[] args) throws Exception {
        AttributeKey<String> key = AttributeKey.valueOf("key");
        DefaultAttributeMap map = new DefaultAttributeMap();
        FastThreadLocal<Integer> local = new FastThreadLocal<>() {
            @Override protected Integer initialValue() {
                return 7;
            }
        };
        Queue<Integer> queue = PlatformDependent.newMpscQueue();
        String[] before = new String[2];
        Thread other = new FastThreadLocalThread(() -> {
            before[0] = map.attr(key).setIfAbsent("other");
            local.set(8);
            queue.offer(local.get());
        });
        other.start();
        before[1] = map.attr(key).setIfAbsent("main");
        other.join();
        assert (before[0] == null) != (before[1] == null);
        assert local.get() == 7;
        assert queue.poll() == 8;
    }
}
