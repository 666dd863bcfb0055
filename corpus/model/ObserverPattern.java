class Subject {
    int state;
    public Subject next;
    Observer myObserver;

    public Subject(int initialState) {
        state = initialState;
    }

    public synchronized void setObserver(Observer o) {
        myObserver = o;
    }

    public synchronized void changeState(int newState) {
        state = newState;
        myObserver.changeNotification();
    }

    public synchronized int queryState() {
        return state;
    }
}

class Observer {
    Subject subject;
    int cachedState;

    public Observer(Subject s) {
        subject = s;
        cachedState = subject.queryState();
        subject.setObserver(this);
    }

    public synchronized void changeNotification() {
        int state = subject.queryState();
        if (state != cachedState) {
            cachedState = state;
        }
    }
}

class Mutator implements Runnable {
    Subject subjectList;
    int newState;

    public Mutator(Subject subjects, int state) {
        subjectList = subjects;
        newState = state;
    }

    public void run() {
        Subject s = subjectList;
        while (s != null) {
            s.changeState(newState);
            s = s.next;
        }
    }
}

public class ObserverPattern {
    public static void main(String[] args) {
        Subject first = null;
        for (int i = 0; i < 2; i++) {
            Subject s = new Subject(0);
            Observer o = new Observer(s);
            s.next = first;
            first = s;
        }
        new Thread(new Mutator(first, 1)).start();
    }
}
