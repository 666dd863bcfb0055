public class Main {
    static class Subject {
        int state;
        Subject next;
        Observer observer;

        Subject(int initialState) {
            state = initialState;
        }

        synchronized void setObserver(Observer o) {
            observer = o;
        }

        synchronized void changeState(int newState) {
            state = newState;
            observer.changeNotification();
        }

        synchronized int queryState() {
            return state;
        }
    }

    static class Observer {
        final Subject subject;
        int cachedState;

        Observer(Subject s) {
            subject = s;
            cachedState = subject.queryState();
            subject.setObserver(this);
        }

        synchronized void changeNotification() {
            int state = subject.queryState();
            if (state != cachedState) cachedState = state;
        }
    }

    static class Mutator implements Runnable {
        final Subject subjects;
        final int newState;

        Mutator(Subject subjects, int newState) {
            this.subjects = subjects;
            this.newState = newState;
        }

        public void run() {
            Subject s = subjects;
            while (s != null) {
                s.changeState(newState);
                s = s.next;
            }
        }
    }

    static final int MUTATORS = 2;

    public static void main(String[] args) {
        Subject first = null;
        for (int i = 0; i < 2; i++) {
            Subject s = new Subject(0);
            new Observer(s);
            s.next = first;
            first = s;
        }
        for (int i = 0; i < MUTATORS; i++) new Thread(new Mutator(first, 1)).start();
    }
}
