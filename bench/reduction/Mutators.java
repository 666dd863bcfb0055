/**
 * The observers of Corbett (TOSEM 2000): a list of subjects, each with an observer that mirrors its state, and
 * mutators that walk along the list and change every subject. The argument is the number of mutators.
 */
public class Mutators {
    static final class Subject {
        private Subject next;
        private Watcher watcher;
        private int state;

        synchronized void change(int value) {
            state = value;
            watcher.update();
        }

        synchronized int state() {
            return state;
        }
    }

    static final class Watcher {
        private final Subject subject;
        private int mirror;

        Watcher(Subject subject) {
            this.subject = subject;
        }

        synchronized void update() {
            mirror = subject.state();
        }
    }

    static final class Mutator implements Runnable {
        private final Subject first;
        private final int value;

        Mutator(Subject first, int value) {
            this.first = first;
            this.value = value;
        }

        @Override
        public void run() {
            for (Subject subject = first; subject != null; subject = subject.next) {
                subject.change(value);
            }
        }
    }

    public static void main(String[] args) {
        int mutators = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Subject first = null;
        for (int s = 0; s < 2; s++) {
            Subject subject = new Subject();
            subject.watcher = new Watcher(subject);
            subject.next = first;
            first = subject;
        }
        for (int m = 0; m < mutators; m++) {
            new Thread(new Mutator(first, m)).start();
        }
    }
}
