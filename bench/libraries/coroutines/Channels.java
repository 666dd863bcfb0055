import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;

/** A channel with room for one: what one thread sends, another receives. */
public class Channels {
    public static void main(String[] args) throws Exception {
        Channel<Integer> channel = ChannelKt.Channel(1, BufferOverflow.SUSPEND, null);
        Thread sender = new Thread(() -> {
            try {
                BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> channel.send(1, continuation));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            channel.close(null);
        });
        sender.start();
        Object received = BuildersKt.<Object>runBlocking(
                EmptyCoroutineContext.INSTANCE, (scope, continuation) -> channel.receive(continuation));
        sender.join();
        assert received.equals(1) && channel.isClosedForReceive();
    }
}
