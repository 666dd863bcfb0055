import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;

/** Two threads post to an event bus; the subscriber does not allow concurrent events, so a plain counter is enough. */
public class EventBusPosts {
    static class Subscriber {
        int sum;

        @Subscribe
        public void add(Integer n) {
            sum += n;
        }
    }

    public static void main(String[] args) throws Exception {
        EventBus bus = new EventBus();
        Subscriber subscriber = new Subscriber();
        bus.register(subscriber);
        Thread other = new Thread(() -> bus.post(1));
        other.start();
        bus.post(2);
        other.join();
        assert subscriber.sum == 3 : subscriber.sum;
    }
}
