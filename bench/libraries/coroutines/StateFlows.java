import kotlinx.coroutines.flow.MutableStateFlow;
import kotlinx.coroutines.flow.StateFlowKt;

/** Two threads count in a state flow. */
public class StateFlows {
    public static void main(String[] args) throws Exception {
        MutableStateFlow<Integer> count = StateFlowKt.MutableStateFlow(0);
        Runnable add = () -> {
            Integer old;
            do {
                old = count.getValue();
            } while (!count.compareAndSet(old, old + 1));
        };
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert count.getValue() == 2;
    }
}
