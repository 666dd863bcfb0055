import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/** An actor handles messages one at a time, so a plain counter is enough. */
public class TwoMessages {
    static final CountDownLatch done = new CountDownLatch(2);

    static class Counter extends AbstractActor {
        int count;

        @Override public Receive createReceive() {
            return receiveBuilder().matchAny(message -> {
                count++;
                done.countDown();
            }).build();
        }
    }

    public static void main(String[] args) throws Exception {
        ActorSystem system = ActorSystem.create("system");
        ActorRef actor = system.actorOf(Props.create(Counter.class));
        Thread other = new Thread(() -> actor.tell("a", ActorRef.noSender()));
        other.start();
        actor.tell("b", ActorRef.noSender());
        done.await();
        other.join();
        system.terminate();
    }
}
