public class Main {
    static class Subject {
        private int state;
        private Observer observer;

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
        private final Subject subject;
        private int cachedState;

        Observer(Subject subject) {
            this.subject = subject;
        }

        synchronized void changeNotification() {
            cachedState = subject.queryState();
        }

        // Takes the observer's lock first: the opposite order.
        synchronized int refresh() {
            cachedState = subject.queryState();
            return cachedState;
        }
    }

    public static void main(String[] args) {
        Subject subject = new Subject();
        Observer observer = new Observer(subject);
        subject.setObserver(observer);
        new Thread(() -> subject.changeState(1)).start();
        observer.refresh();
    }
}
