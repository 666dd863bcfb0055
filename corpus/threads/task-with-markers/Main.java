import java.io.Serializable;

public class Main {
    interface Labelled {
        default String label() {
            return "task";
        }
    }

    static volatile int turns;

    static Thread submit(Object task) {
        Labelled labelled = (Labelled) task;
        Thread thread = new Thread((Runnable) labelled, labelled.label());
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        Thread thread = submit((Runnable & Labelled & Serializable) () -> turns = 5);
        int seen = turns;
        turns = seen + 1;
        thread.join();
        assert turns != 1;
    }
}
