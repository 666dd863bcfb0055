/** Subjects that notify their observers while mutators change them; the argument is the number of mutators. */
public class Observer {
    static final class Subject {
        private final Watcher watcher = new Watcher(this);
        private final Subject next;
        private int value;

        Subject(Subject next) {
            this.next = next;
        }

        synchronized void change(int by) {
            value += by;
            watcher.changed(value);
        }
    }

    static final class Watcher {
        private final Subject subject;
        private int seen;

        Watcher(Subject subject) {
            this.subject = subject;
        }

        synchronized void changed(int value) {
            seen = value;
        }
    }

    public static void main(String[] args) {
        int mutators = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Subject first = new Subject(new Subject(null));
        for (int m = 0; m < mutators; m++) {
            int by = m + 1;
            new Thread(() -> {
                for (Subject subject = first; subject != null; subject = subject.next) {
                    subject.change(by);
                }
            }).start();
        }
    }
}
